-- Counts of warehouses and zones: what several people have scanned there, and how it differs from the records.
create sequence stock_count_no;
create table stock_count (
  id bigint generated always as identity primary key,
  count_no text not null,
  status text not null default 'draft' check (status in ('draft', 'counting', 'to_approve', 'done', 'cancelled')),
  warehouse_id bigint not null references warehouse,
  product_id bigint references product,
  lot text,
  blind boolean not null default false,
  remark text,
  expected bigint,
  seen bigint,
  differences integer,
  started_at timestamptz,
  finished_by bigint references account,
  finished_at timestamptz,
  approved_by bigint references account,
  approved_at timestamptz,
  reason text,
  created_by bigint not null references account,
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (lot is null or product_id is not null)
);
create unique index stock_count_code_key on stock_count (lower(count_no));
create index stock_count_warehouse on stock_count (warehouse_id);
create index stock_count_product on stock_count (product_id);

-- A code that was scanned. One that lies in another scanned one (`within`) counts with it.
create table stock_count_scan (
  count_id bigint not null,
  code bigint not null,
  product_id bigint,
  lot_id bigint,
  units integer not null,
  within bigint,
  account_id bigint not null,
  scanned_at timestamptz not null,
  primary key (count_id, code)
);

create table stock_count_difference (
  count_id bigint not null,
  code bigint not null,
  kind text not null check (kind in ('missing', 'elsewhere', 'found', 'unexpected')),
  units integer not null,
  product_id bigint,
  lot_id bigint,
  place_id bigint,
  stock text,
  settled boolean,
  primary key (count_id, code)
);
