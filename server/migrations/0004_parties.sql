-- Who else signs in: people of a factory or of a dealer, each seeing their own rows only.

create table factory (
  id bigint generated always as identity primary key,
  factory_code text not null,
  factory_name text not null,
  kind text not null check (kind in ('own', 'external')),
  contact text,
  phone text,
  area_code text,
  address text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index factory_code_key on factory (lower(factory_code));

create table dealer (
  id bigint generated always as identity primary key,
  dealer_code text not null,
  dealer_name text not null,
  parent_id bigint references dealer,
  contact text,
  phone text,
  area_code text,
  address text,
  licence_no text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index dealer_code_key on dealer (lower(dealer_code));
create index dealer_parent on dealer (parent_id);

alter table account
  add column factory_id bigint references factory,
  add column dealer_id bigint references dealer,
  add constraint account_party check (
    (account_type = 2) = (factory_id is not null) and (account_type = 3) = (dealer_id is not null)
  );
