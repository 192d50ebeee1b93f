-- Lots of raw and packaging materials that work orders used, fields that an enterprise adds to work orders, and which device
-- a key is for.

-- What suppliers' labels name a material by.
alter table material add column gtin text;
alter table material add constraint material_gtin_check check (gtin ~ '^\d{14}$');
create unique index material_gtin_key on material (gtin) where gtin is not null;

-- A lot of a material that a work order used. Nothing is changed in place: a row that corrects another one takes its place,
-- and both are kept. One of amount 0 says that it was not used after all.
create table material_use (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order,
  material_id bigint not null references material,
  material_lot text not null,
  supplier text,
  -- To a thousandth.
  amount double precision not null check (amount >= 0),
  unit text,
  expiry_date date,
  -- Why it was used although it had expired.
  expired_reason text,
  used_at timestamptz not null,
  source text not null check (source in ('scan', 'form', 'import')),
  -- The label as it was scanned.
  label text,
  used_by bigint not null references account,
  created_at timestamptz not null default now(),
  corrects bigint unique references material_use,
  correction_reason text,
  check ((corrects is null) = (correction_reason is null))
);
create index material_use_order on material_use (work_order_id, id desc);
create index material_use_lot on material_use (lower(material_lot), material_id);
create index material_use_material on material_use (material_id);
create index material_use_created on material_use (created_at desc, id desc);
create index material_use_maker on material_use (used_by);

-- What else an enterprise wants to say of its work orders.
create table order_field (
  id bigint generated always as identity primary key,
  field_code text not null,
  label_zh text not null,
  label_en text,
  label_es text,
  label_ja text,
  kind text not null check (kind in ('text', 'number', 'date', 'choice', 'picture')),
  choices text[] not null default '{}',
  required boolean not null default false,
  sort integer not null default 0,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((kind = 'choice') = (cardinality(choices) > 0))
);
create unique index order_field_code_key on order_field (lower(field_code));
-- Their values by the codes of the fields.
alter table work_order add column extension jsonb not null default '{}';
alter table work_order add constraint work_order_extension_check check (jsonb_typeof(extension) = 'object');
create index work_order_extension on work_order using gin (extension);

-- The first key of the device that a key is for: keys that were rotated are of the same one.
alter table device_key add column first_key_id bigint references device_key on delete cascade;
create index device_key_first on device_key (first_key_id) where first_key_id is not null;
