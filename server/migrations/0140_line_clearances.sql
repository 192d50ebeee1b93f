-- Causes and checks in the enterprise's own words; and the clearance of lines between two work orders.
create table plant_item (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('scrap', 'sample', 'reject', 'reprint', 'clearance')),
  item_name text not null,
  sort integer not null default 0,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Lines that there are need no clearance until somebody says so.
alter table production_line add column clearance text not null default 'none';
alter table production_line add constraint production_line_clearance_check check (clearance in ('none', 'required'));

create sequence clearance_no;

create table line_clearance (
  id bigint generated always as identity primary key,
  clearance_no text not null,
  status text not null default 'prepared' check (status in ('prepared', 'signed')),
  line_id bigint not null,
  work_order_id bigint not null references work_order,
  labels_expected bigint not null,
  labels_left bigint not null,
  labels_destroyed bigint not null,
  leased_left bigint not null,
  difference_reason text,
  checks jsonb not null,
  prepared_by bigint not null references account,
  prepared_name text not null,
  prepared_at timestamptz not null,
  signed_by bigint references account,
  signed_name text,
  signed_at timestamptz,
  taken_back_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index line_clearance_code_key on line_clearance (clearance_no);
create index line_clearance_order on line_clearance (work_order_id);
create index line_clearance_prepared on line_clearance (prepared_at desc, id desc);
create index line_clearance_to_sign on line_clearance (id) where status = 'prepared';
