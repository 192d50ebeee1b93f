-- Partners that are neither factory nor dealer: authorities, carriers, systems of others. They see what their key is given only.
create table partner (
  id bigint generated always as identity primary key,
  partner_code text not null,
  partner_name text not null,
  -- The GLN of the party (PGLN).
  gln text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  remark text,
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index partner_code_key on partner (lower(partner_code));
create unique index partner_gln_key on partner (gln);
create index partner_search on partner using gin (search_grams);

-- The account of a key, under which all that it does is recorded. `key_of` is whoever made the key; nobody signs in to it.
alter table account
  add column key_of bigint,
  add column partner_id bigint;
alter table account add constraint account_key_of_fkey foreign key (key_of) references account;
alter table account add constraint account_partner_id_fkey foreign key (partner_id) references partner;
alter table account drop constraint account_party;
alter table account add constraint account_party check (
  (account_type = 2) = (factory_id is not null)
  and (account_type = 3) = (dealer_id is not null or partner_id is not null)
  and (dealer_id is null or partner_id is null));
alter table account add constraint account_key check (
  case when key_of is null then partner_id is null else status = 'disabled' and not administrator end);
create index account_key_of on account (key_of) where key_of is not null;

create table api_key (
  id bigint generated always as identity primary key,
  account_id bigint not null unique references account,
  name text not null,
  permissions text[] not null,
  networks text[] not null default '{}',
  expires_at timestamptz,
  -- SHA-256, without salt: the key itself is random enough.
  secret_hash bytea not null,
  hint text not null,
  -- The key before the last rotation, as long as both are valid.
  old_secret_hash bytea,
  old_until timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((old_secret_hash is null) = (old_until is null))
);
create unique index api_key_secret on api_key (secret_hash);
create unique index api_key_old_secret on api_key (old_secret_hash) where old_secret_hash is not null;
create unique index api_key_name_key on api_key (lower(name)) where revoked_at is null;

-- How keys are used. Kept apart from the keys, which are locked and audited when they change.
create table api_key_use (
  api_key_id bigint primary key references api_key on delete cascade,
  last_used_at timestamptz not null,
  last_used_ip text not null
);
create table api_key_day (
  api_key_id bigint not null references api_key on delete cascade,
  day date not null,
  calls bigint not null default 0,
  refused bigint not null default 0,
  primary key (api_key_id, day)
);

-- Calls that keys made under an Idempotency-Key, with their answers. Without a status, a call is under way, or broke off.
create table key_call (
  account_id bigint not null,
  idempotency_key text not null,
  call text not null,
  fingerprint bytea not null,
  status smallint,
  answer text,
  at timestamptz not null default now(),
  primary key (account_id, idempotency_key),
  check ((status is null) = (answer is null))
);
create index key_call_at on key_call (at);
