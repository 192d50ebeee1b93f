-- What happened to codes: acts, what they name, what is packed in what now and what was, what is in stock.

-- A batch of one product: what was made of it, and whether it may leave.
create table lot (
  id bigint generated always as identity primary key,
  product_id bigint not null references product,
  lot_no text not null,
  production_date date,
  expiry_date date,
  quality_released_at timestamptz,
  quality_released_by bigint references account,
  market_released_at timestamptz,
  market_released_by bigint references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (expiry_date >= production_date),
  check ((quality_released_at is null) = (quality_released_by is null)),
  check ((market_released_at is null) = (market_released_by is null)),
  -- What quality has not let go of does not go to the market.
  check (market_released_at is null or quality_released_at is not null)
);
create unique index lot_key on lot (product_id, lot_no);

-- One list of ids for every kind of place that goods are at or pass.
create table place (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('warehouse', 'factory', 'line', 'ship_to')),
  ref_id bigint not null
);
create unique index place_key on place (kind, ref_id);

-- What a person, a line, a handheld or a partner did, over many codes; never changed. What was wrong is declared so by
-- a later act.
create table trace_event (
  id bigint generated always as identity primary key,
  -- A number of contract/trace/acts.ts.
  act smallint not null,
  event_time timestamptz not null,
  -- Minutes east of Greenwich where it happened.
  utc_offset smallint not null,
  recorded_at timestamptz not null default now(),
  -- Where the goods are afterwards, and where they were seen.
  place_id bigint,
  read_point_id bigint,
  work_order_id bigint,
  -- Of the codes that it names; null where they differ.
  product_id bigint,
  lot_id bigint,
  account_id bigint,
  device_key_id bigint,
  batch_key text,
  reason text,
  -- The act that is declared wrong by this one, which sets right what followed.
  corrects bigint references trace_event,
  error_reason text check (error_reason in ('did_not_occur', 'incorrect_data')),
  check ((corrects is null) = (error_reason is null))
);
create index trace_event_order on trace_event (work_order_id, id desc) where work_order_id is not null;
create index trace_event_recorded on trace_event (recorded_at desc, id desc);
create index trace_event_corrects on trace_event (corrects) where corrects is not null;

-- The codes that an act names itself, with what states follow from. What lies in them is not named once more.
create table event_code (
  code bigint not null,
  event_id bigint not null,
  event_time timestamptz not null,
  place_id bigint,
  -- Units of the product in it at that time.
  units integer not null,
  act smallint not null,
  naming smallint not null,
  primary key (code, event_id)
);
create index event_code_event on event_code (event_id);

-- What is packed now: a code is in one package at a time. A unit costs this row and nothing else.
-- Codes come in the order of a line: the pages of its indexes are filled to the brim.
create table packing (
  child bigint primary key with (fillfactor = 100),
  parent bigint not null,
  packed_by bigint not null,
  check (child <> parent)
);
create index packing_parent on packing (parent) with (fillfactor = 100);

-- What was packed, until it was undone.
create table packing_past (
  child bigint not null,
  parent bigint not null,
  packed_by bigint not null,
  undone_by bigint not null,
  primary key (child, undone_by)
);
create index packing_past_parent on packing_past (parent);

-- Of a code that has contents: what they are, summed up.
create table package (
  code bigint primary key,
  -- The act that packed it first.
  packed_by bigint not null,
  work_order_id bigint,
  -- Null where the contents differ.
  product_id bigint,
  lot_id bigint,
  units integer not null check (units >= 0),
  children integer not null check (children >= 0),
  -- How many units make it whole; null where nothing says so.
  capacity integer,
  level smallint not null,
  -- Else it is a remainder.
  complete boolean not null,
  -- Whether each thing in it was seen, or only it.
  seen boolean not null
);
create index package_order on package (work_order_id, level) where work_order_id is not null;

-- Units by place, product and lot (0: none is known), and what acts have changed since it was summed up.
create table stock (
  place_id bigint not null,
  product_id bigint not null,
  lot_id bigint not null default 0,
  units bigint not null,
  primary key (place_id, product_id, lot_id)
);
create table stock_delta (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  place_id bigint not null,
  product_id bigint not null,
  lot_id bigint not null default 0,
  units bigint not null
);

-- What is counted by day, and what acts have changed since.
create table figure (
  day date not null,
  measure text not null,
  work_order_id bigint not null default 0,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  place_id bigint not null default 0,
  quantity bigint not null,
  primary key (day, measure, work_order_id, product_id, lot_id, place_id)
);
create index figure_order on figure (work_order_id, measure) where work_order_id <> 0;
create table figure_delta (
  id bigint generated always as identity primary key,
  event_id bigint not null,
  day date not null,
  measure text not null,
  work_order_id bigint not null default 0,
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  place_id bigint not null default 0,
  quantity bigint not null
);
create index figure_delta_order on figure_delta (work_order_id) where work_order_id <> 0;

-- Why goods stay where they are: a lot, or codes.
create table hold (
  id bigint generated always as identity primary key,
  lot_id bigint references lot,
  code bigint,
  reason text not null,
  held_by bigint not null references account,
  held_at timestamptz not null default now(),
  released_by bigint references account,
  released_at timestamptz,
  release_reason text,
  check (num_nonnulls(lot_id, code) = 1),
  check ((released_at is null) = (released_by is null))
);
create index hold_lot on hold (lot_id) where released_at is null;
create index hold_code on hold (code) where released_at is null;

-- What was taken under a key is answered once more, and not taken again.
create table act_batch (
  source text not null,
  batch_key text not null,
  answer jsonb not null,
  taken_at timestamptz not null default now(),
  primary key (source, batch_key)
);
create index act_batch_taken on act_batch (taken_at);

-- What came in and does not fit, waiting for a person.
create table exception (
  id bigint generated always as identity primary key,
  kind text not null,
  cause text not null,
  source text not null,
  code text,
  work_order_id bigint,
  raw jsonb not null,
  owner_id bigint references account,
  due_at timestamptz,
  status text not null default 'open' check (status in ('open', 'settled')),
  settled_by bigint references account,
  settled_at timestamptz,
  settlement text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'settled') = (settled_at is not null))
);
create index exception_open on exception (created_at desc, id desc) where status = 'open';
create index exception_time on exception (created_at desc, id desc);
