-- Work orders, the codes that were handed out for them, and the materials they used.

create sequence work_order_no;

create table work_order (
  id bigint generated always as identity primary key,
  order_no text not null,
  status text not null default 'draft' check (status in ('draft', 'released', 'running', 'held', 'finished', 'closed')),
  -- Whose it is, by its line; the enterprise's own when it has none.
  factory_id bigint references factory,
  product_id bigint not null references product,
  lot text,
  -- Made when the order is released.
  lot_id bigint references lot,
  production_date date,
  expiry_date date,
  quantity bigint not null check (quantity > 0),
  line_id bigint references production_line,
  team_id bigint references team,
  hierarchy_id bigint references hierarchy,
  -- The version in force when it was released.
  hierarchy_version integer,
  mix text not null default 'one_lot' check (mix in ('one_lot', 'one_product', 'mixed')),
  remainder text not null default 'allowed' check (remainder in ('allowed', 'refused')),
  to_warehouse_id bigint references warehouse,
  remark text,
  released_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  finished_by bigint references account,
  closed_at timestamptz,
  closed_by bigint references account,
  close_reason text,
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expiry_date >= production_date)
);
create unique index work_order_code_key on work_order (lower(order_no));
create index work_order_created on work_order (created_at desc, id desc);
create index work_order_status on work_order (status, created_at desc, id desc);
create index work_order_product on work_order (product_id, created_at desc, id desc);
create index work_order_line on work_order (line_id, created_at desc, id desc);
create index work_order_factory on work_order (factory_id);
create index work_order_lot on work_order (lot_id);
create index work_order_team on work_order (team_id);
create index work_order_hierarchy on work_order (hierarchy_id);
create index work_order_warehouse on work_order (to_warehouse_id);
create index work_order_search on work_order using gin (search_grams);

-- A run of an order's codes that was handed out for a work order: to a device, or to a person.
create table code_lease (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order,
  code_order_id bigint not null references code_order,
  level smallint not null,
  first_id bigint not null unique,
  last_id bigint not null check (last_id >= first_id),
  device_key_id bigint,
  leased_at timestamptz not null default now(),
  -- What came back unused, from its end.
  returned bigint not null default 0 check (returned >= 0 and returned <= last_id - first_id + 1)
);
create index code_lease_order on code_lease (work_order_id);
create index code_lease_code_order on code_lease (code_order_id, last_id);
