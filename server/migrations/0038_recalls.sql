-- Goods that are called back: of which lots or codes, in earnest or as a drill, until it is closed.

create sequence recall_no;
create table recall (
  id bigint generated always as identity primary key,
  recall_no text not null unique,
  status text not null default 'planned' check (status in ('planned', 'begun', 'closed')),
  drill boolean not null,
  scope_kind text not null check (scope_kind in ('lot', 'work_order', 'material_lot', 'codes')),
  -- What was chosen, in words.
  scope text not null,
  reason text not null,
  -- It is in earnest, has begun, and nobody has let the goods go again: they are held, and consumers are told.
  in_force boolean not null default false,
  begun_at timestamptz,
  begun_by bigint references account,
  closed_at timestamptz,
  closed_by bigint references account,
  close_note text,
  -- Where the goods were when it was closed.
  balance jsonb,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  check (not (in_force and drill)),
  check ((status = 'planned') = (begun_at is null)),
  check ((status = 'closed') = (closed_at is not null and balance is not null))
);
create index recall_created on recall (created_at desc, id desc);
create index recall_in_force on recall (id) where in_force;

-- What is called back: lots whole, or codes with all that lay in them. Only those that were chosen are held: who lies in them
-- is held with them.
create table recall_goods (
  id bigint generated always as identity primary key,
  recall_id bigint not null references recall on delete cascade,
  lot_id bigint references lot,
  code bigint,
  chosen boolean not null default true,
  check (num_nonnulls(lot_id, code) = 1)
);
create unique index recall_goods_lot on recall_goods (recall_id, lot_id) where lot_id is not null;
create unique index recall_goods_code on recall_goods (recall_id, code) where code is not null;

alter table hold add column recall_id bigint references recall;
create index hold_recall on hold (recall_id) where recall_id is not null;

-- What a lot holds, wherever it is.
create index stock_lot on stock (lot_id);
create index package_lot on package (lot_id) where lot_id is not null;

alter table consumer_scan drop constraint consumer_scan_verdict_check;
alter table consumer_scan add constraint consumer_scan_verdict_check
  check (verdict in ('genuine', 'repeated', 'recalled', 'unbound', 'void', 'unknown')) not valid;

-- Templates of the consumer's page have a colour for each verdict.
update scan_template_version set design = jsonb_set(design, '{colours,recalled}', design #> '{colours,void}');
