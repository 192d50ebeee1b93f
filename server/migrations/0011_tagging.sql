-- Tagging: versions of rules, sets, parts for printers, what is bound or closed after issuing, codes printed by others.

alter table code_rule
  -- imported: the one rule of codes that others printed; each of its codes has a row.
  add column kind text not null default 'issued' check (kind in ('issued', 'imported')),
  add column numbering text not null default 'random' check (numbering in ('random', 'sequential')),
  add column symbol text not null default 'qrcode' check (symbol in ('qrcode', 'datamatrix', 'gs1-128')),
  add column version integer not null default 1 check (version >= 1),
  add column previous_id integer references code_rule,
  add constraint code_rule_version check ((version = 1) = (previous_id is null));
drop index code_rule_name_key;
create unique index code_rule_name_key on code_rule (lower(rule_name), version);
create unique index code_rule_previous_key on code_rule (previous_id) where previous_id is not null;
create unique index code_rule_imported_key on code_rule (kind) where kind = 'imported';

-- Packages and their contents issued together. Each depth is an order of its own; what lies in what is arithmetic.
create table code_set (
  id bigint generated always as identity primary key,
  -- 1:6:24, the totals in one set.
  ratio text not null,
  sets bigint not null check (sets > 0),
  created_at timestamptz not null default now()
);
alter table code_order
  add column set_id bigint references code_set,
  -- 0 is the outermost package.
  add column set_depth smallint,
  add column printer text,
  add constraint code_order_set check ((set_id is null) = (set_depth is null)),
  add constraint code_order_set_depth_key unique (set_id, set_depth);

-- A run of an order that is handed to one printer, as a file of its own.
create table code_part (
  id bigint generated always as identity primary key,
  order_id bigint not null references code_order,
  position integer not null,
  first_id bigint not null,
  last_id bigint not null,
  printer text,
  unique (order_id, position),
  check (last_id >= first_id)
);

alter table code_download
  add column part_id bigint references code_part on delete set null,
  -- The columns of the file, comma-separated.
  add column columns text not null default 'code',
  add column purpose text,
  -- Of the bytes that were sent; known when the file went out whole, from its first byte.
  add column sha256 text;

-- Codes taken out of circulation: a whole order, ranges of it, or a list. Taken back only with a second person's approval.
create table code_closure (
  id bigint generated always as identity primary key,
  closure_no text not null unique,
  -- Null when the codes are of several orders.
  order_id bigint references code_order,
  scope text not null check (scope in ('order', 'range', 'list')),
  quantity bigint not null,
  reason text not null,
  status text not null default 'closed' check (status in ('closed', 'reopen_asked', 'reopened')),
  closed_by bigint not null references account,
  closed_at timestamptz not null default now(),
  reopen_reason text,
  asked_by bigint references account,
  asked_at timestamptz,
  decided_by bigint references account,
  decided_at timestamptz,
  check ((status = 'reopened') <= (asked_by is not null and decided_by is not null and asked_by <> decided_by))
);
create index code_closure_time on code_closure (closed_at desc, id desc);
create index code_closure_order on code_closure (order_id);

-- What differs from the order, by ranges of code ids that never overlap: bound to a product or lot, or closed. A code's
-- segment is the last that begins at or before it. Codes without a row here are as their order says.
create table code_segment (
  first_id bigint primary key,
  last_id bigint not null check (last_id >= first_id),
  order_id bigint not null references code_order,
  product_id bigint references product,
  lot text,
  production_date date,
  closure_id bigint references code_closure,
  updated_at timestamptz not null default now(),
  check (product_id is not null or lot is not null or production_date is not null or closure_id is not null)
);
create index code_segment_order on code_segment (order_id, first_id);
create index code_segment_product on code_segment (product_id);
create index code_segment_closure on code_segment (closure_id) where closure_id is not null;

-- Who bound or unbound what, when. The segments only tell how it is now.
create table code_binding (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('bind', 'unbind')),
  order_id bigint references code_order,
  quantity bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  product_id bigint,
  lot text,
  production_date date,
  created_by bigint not null references account,
  created_at timestamptz not null default now()
);
create index code_binding_order on code_binding (order_id, id desc);

-- Codes that others printed. Read in first; an order is made of those that can be taken when a person says so.
create table code_import (
  id bigint generated always as identity primary key,
  file_name text not null,
  state text not null check (state in ('reading', 'read', 'taken', 'discarded', 'broken')),
  first_id bigint not null,
  read_lines bigint not null default 0,
  accepted bigint not null default 0,
  repeated bigint not null default 0,
  known bigint not null default 0,
  refused bigint not null default 0,
  first_text text,
  last_text text,
  order_id bigint references code_order,
  created_by bigint not null references account,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- One at a time: two that bring the same code must not both take it.
create unique index code_import_reading_key on code_import (state) where state = 'reading';
create unique index code_import_order_key on code_import (order_id) where order_id is not null;

-- Lines that were not taken, the first thousand of each import.
create table code_import_problem (
  import_id bigint not null references code_import on delete cascade,
  line bigint not null,
  content text not null,
  reason text not null,
  primary key (import_id, line)
);

-- Keyed and distributed by the hash that a scanned text is looked up by.
create table imported_code (
  text_id bigint not null,
  text text not null,
  code_id bigint not null,
  primary key (text_id, text)
);
create index imported_code_id on imported_code (code_id);
