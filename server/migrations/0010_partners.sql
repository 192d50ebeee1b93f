-- The enterprise itself, its partners and its places.

-- The one enterprise that the system is for.
create table enterprise (
  id smallint primary key default 1 check (id = 1),
  enterprise_code text not null,
  enterprise_name text not null,
  logo text references picture,
  licence_no text,
  contact text,
  phone text,
  email text,
  area_code text,
  address text,
  icp_number text,
  icp_url text,
  -- Null: what the server's settings say.
  time_zone text,
  public_url text,
  updated_at timestamptz not null default now()
);

alter table factory
  add column licence_no text,
  add column remark text,
  add column search_text text not null default '',
  add column search_grams tsvector generated always as (search_grams(search_text)) stored;
create index factory_search on factory using gin (search_grams);
create index factory_created on factory (kind, created_at desc, id desc);

alter table dealer
  add column dealer_level smallint not null default 1 check (dealer_level between 1 and 4),
  add column remark text,
  add column search_text text not null default '',
  add column search_grams tsvector generated always as (search_grams(search_text)) stored,
  add constraint dealer_parent_other check (parent_id <> id);
create index dealer_search on dealer using gin (search_grams);
create index dealer_created on dealer (created_at desc, id desc);
create index dealer_by_code on dealer (dealer_code, id);
create index dealer_by_name on dealer (dealer_name, id);
create index dealer_by_level on dealer (dealer_level, id);

-- Where a dealer sells: provinces, cities and counties by their codes.
create table dealer_area (
  dealer_id bigint not null references dealer on delete cascade,
  area_code text not null check (area_code ~ '^[1-9]\d{5}$'),
  primary key (dealer_id, area_code)
);
create index dealer_area_code on dealer_area (area_code, dealer_id);

-- Where a dealer's goods are delivered to: the ship-to parties, or send-arrival records.
create table ship_to (
  id bigint generated always as identity primary key,
  dealer_id bigint not null references dealer,
  ship_to_code text not null,
  ship_to_name text not null,
  contact text,
  phone text,
  area_code text,
  address text,
  -- The one that is proposed first.
  preferred boolean not null default false,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index ship_to_code_key on ship_to (lower(ship_to_code));
create unique index ship_to_preferred_key on ship_to (dealer_id) where preferred;
create index ship_to_dealer on ship_to (dealer_id, id);
create index ship_to_search on ship_to using gin (search_grams);
create index ship_to_created on ship_to (created_at desc, id desc);

create table warehouse (
  id bigint generated always as identity primary key,
  warehouse_code text not null,
  warehouse_name text not null,
  warehouse_type text not null
    check (warehouse_type in ('finished', 'raw', 'packaging', 'returns', 'transit', 'other')),
  parent_id bigint references warehouse check (parent_id <> id),
  -- Whose it is: the enterprise's when neither is set.
  factory_id bigint references factory,
  dealer_id bigint references dealer,
  keeper_id bigint references account,
  depart_code text,
  area_code text,
  address text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint warehouse_one_owner check (factory_id is null or dealer_id is null)
);
create unique index warehouse_code_key on warehouse (lower(warehouse_code));
create index warehouse_parent on warehouse (parent_id);
create index warehouse_factory on warehouse (factory_id);
create index warehouse_dealer on warehouse (dealer_id);
create index warehouse_keeper on warehouse (keeper_id);
create index warehouse_search on warehouse using gin (search_grams);
create index warehouse_created on warehouse (created_at desc, id desc);

create table packaging_supplier (
  id bigint generated always as identity primary key,
  supplier_code text not null,
  supplier_name text not null,
  contact text,
  phone text,
  area_code text,
  address text,
  licence_no text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index packaging_supplier_code_key on packaging_supplier (lower(supplier_code));
create index packaging_supplier_search on packaging_supplier using gin (search_grams);
create index packaging_supplier_created on packaging_supplier (created_at desc, id desc);

create table material (
  id bigint generated always as identity primary key,
  material_code text not null,
  material_name text not null,
  kind text not null check (kind in ('raw', 'packaging')),
  spec text,
  unit text,
  shelf_life_days integer check (shelf_life_days >= 1),
  -- Who usually supplies it.
  supplier_id bigint references packaging_supplier,
  remark text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint material_supplier_packaging check (supplier_id is null or kind = 'packaging')
);
create unique index material_code_key on material (lower(material_code));
create index material_supplier on material (supplier_id);
create index material_search on material using gin (search_grams);
create index material_created on material (created_at desc, id desc);
