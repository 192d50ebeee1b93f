-- Goods leave, arrive and come back: waybills, what is on them, and returns.

alter table place drop constraint place_kind_check;
alter table place add constraint place_kind_check
  check (kind in ('warehouse', 'factory', 'line', 'ship_to', 'dealer', 'waybill', 'refund', 'outside'));

-- The waybill that an act was done for, and whether its goods are on it no more.
alter table trace_event add column waybill_id bigint, add column off_waybill boolean not null default false;
create index trace_event_waybill on trace_event (waybill_id, id) where waybill_id is not null;

-- What a package consists of, where that is of more than one product and lot.
alter table package add column mixed jsonb;

create sequence waybill_no;

create table waybill (
  id bigint generated always as identity primary key,
  waybill_no text not null,
  kind text not null check (kind in ('sale', 'transfer', 'supplier_return', 'recall', 'sample', 'scrap')),
  status text not null default 'draft' check (status in ('draft', 'loading', 'shipped', 'signed', 'closed')),
  from_warehouse_id bigint not null references warehouse,
  to_dealer_id bigint references dealer,
  ship_to_id bigint references ship_to,
  to_warehouse_id bigint references warehouse,
  carrier text,
  plate text,
  driver text,
  driver_phone text,
  planned_day date,
  remark text,
  shipped_at timestamptz,
  shipped_by bigint references account,
  -- Why it left with less than was planned.
  short_reason text,
  signed_at timestamptz,
  signed_by bigint references account,
  closed_at timestamptz,
  closed_by bigint references account,
  close_reason text,
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (num_nonnulls(to_dealer_id, to_warehouse_id) <= 1),
  check (ship_to_id is null or to_dealer_id is not null),
  check (to_warehouse_id <> from_warehouse_id)
);
create unique index waybill_code_key on waybill (lower(waybill_no));
create index waybill_created on waybill (created_at desc, id desc);
create index waybill_status on waybill (status, created_at desc, id desc);
create index waybill_from on waybill (from_warehouse_id, created_at desc, id desc);
create index waybill_dealer on waybill (to_dealer_id, created_at desc, id desc);
create index waybill_to on waybill (to_warehouse_id, created_at desc, id desc);
create index waybill_ship_to on waybill (ship_to_id);
create index waybill_search on waybill using gin (search_grams);

-- What is ordered: a product, of one lot or of any.
create table waybill_line (
  id bigint generated always as identity primary key,
  waybill_id bigint not null references waybill on delete cascade,
  line_no integer not null,
  product_id bigint not null references product,
  lot text,
  quantity bigint not null check (quantity > 0)
);
create unique index waybill_line_no on waybill_line (waybill_id, line_no);
create index waybill_line_product on waybill_line (product_id);

-- The codes of a waybill, as acts named them, with what of each product and lot in them is on it. `line_id` is 0 for what no
-- line orders.
create table waybill_goods (
  waybill_id bigint not null,
  code bigint not null,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  line_id bigint not null default 0,
  units bigint not null,
  -- Of them, how many arrived, and how many came back since.
  received bigint not null default 0,
  returned bigint not null default 0,
  override_reason text,
  loaded_by bigint,
  loaded_at timestamptz not null default now(),
  primary key (waybill_id, code, product_id, lot_id)
);
create index waybill_goods_code on waybill_goods (code);

-- The same summed up, for those who load.
create table waybill_load (
  waybill_id bigint not null,
  line_id bigint not null default 0,
  units bigint not null default 0,
  packages bigint not null default 0,
  received bigint not null default 0,
  returned bigint not null default 0,
  primary key (waybill_id, line_id)
);

-- What a warehouse does about goods that should not be loaded, where it differs from what is usual.
create table loading_rule (
  warehouse_id bigint not null references warehouse on delete cascade,
  reason text not null,
  policy text not null check (policy in ('refuse', 'warn', 'allow')),
  primary key (warehouse_id, reason)
);

create sequence refund_no;

-- A return, from the request to the inspection of the last code.
create table refund (
  id bigint generated always as identity primary key,
  refund_no text not null,
  status text not null default 'requested' check (status in ('requested', 'receiving', 'inspecting', 'closed')),
  dealer_id bigint not null references dealer,
  warehouse_id bigint not null references warehouse,
  waybill_id bigint references waybill,
  reason text not null,
  remark text,
  closed_at timestamptz,
  closed_by bigint references account,
  search_text text not null default '',
  search_grams tsvector generated always as (search_grams(search_text)) stored,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index refund_code_key on refund (lower(refund_no));
create index refund_created on refund (created_at desc, id desc);
create index refund_status on refund (status, created_at desc, id desc);
create index refund_dealer on refund (dealer_id, created_at desc, id desc);
create index refund_warehouse on refund (warehouse_id, created_at desc, id desc);
create index refund_waybill on refund (waybill_id);
create index refund_search on refund using gin (search_grams);

create table refund_line (
  id bigint generated always as identity primary key,
  refund_id bigint not null references refund on delete cascade,
  line_no integer not null,
  product_id bigint not null references product,
  lot text,
  quantity bigint not null check (quantity > 0)
);
create unique index refund_line_no on refund_line (refund_id, line_no);
create index refund_line_product on refund_line (product_id);

-- What came back, code by code; `cause` says why it should not have come from this dealer.
create table refund_goods (
  refund_id bigint not null,
  code bigint not null,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  units bigint not null,
  waybill_id bigint,
  -- Where the acts before had it.
  from_place_id bigint,
  cause text,
  result text check (result in ('restock', 'rework', 'scrap')),
  result_reason text,
  received_at timestamptz not null default now(),
  inspected_at timestamptz,
  primary key (refund_id, code, product_id, lot_id)
);
create index refund_goods_code on refund_goods (code);
