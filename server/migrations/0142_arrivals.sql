-- What is counted of a waybill as it arrives, before somebody signs for it, and how the delivery was proved.
alter table waybill add column seal_no text;

-- A blind count shows nobody what should come; damaged goods go to a zone of their own.
alter table warehouse add column blind_count boolean not null default false;
alter table warehouse add column damaged_zone_id bigint;
alter table warehouse add constraint warehouse_damaged_zone_id_fkey foreign key (damaged_zone_id) references warehouse on delete set null;

create table arrival_count (
  id bigint generated always as identity primary key,
  waybill_id bigint not null references waybill,
  begun_by bigint not null references account,
  begun_at timestamptz not null default now(),
  completed_by bigint references account,
  completed_at timestamptz,
  -- How often a blind count was gone on with after its differences were shown.
  recounts integer not null default 0,
  -- How the seal of the vehicle was found: state, found, note, photos.
  seal jsonb,
  signed_by bigint references account,
  signed_at timestamptz
);
create unique index arrival_count_open on arrival_count (waybill_id) where signed_at is null;
create index arrival_count_waybill on arrival_count (waybill_id);

create table arrival_scan (
  id bigint generated always as identity primary key,
  count_id bigint not null references arrival_count on delete cascade,
  waybill_id bigint not null references waybill,
  -- Null if the text is no code.
  code bigint,
  text text not null,
  verdict text not null check (verdict in ('expected', 'other_waybill', 'not_shipped', 'unknown')),
  other_waybill_id bigint,
  -- The packages around it.
  above bigint[] not null default '{}',
  -- The scan of a package around it, with which it is counted.
  inside_of bigint references arrival_scan on delete set null,
  units integer not null default 0,
  -- The units by line of the waybill, product and lot.
  goods jsonb not null default '[]',
  condition text not null default 'good' check (condition in ('good', 'damaged', 'broken_seal')),
  note text,
  pictures text[] not null default '{}',
  -- The key of the call that brought it: the same call once more is answered as before.
  sent_key text,
  scanned_by bigint not null references account,
  scanned_at timestamptz not null default now()
);
create unique index arrival_scan_code on arrival_scan (count_id, code) where code is not null;
create index arrival_scan_count on arrival_scan (count_id, id);
create index arrival_scan_inside on arrival_scan (inside_of) where inside_of is not null;

-- What differed when a waybill was signed for; reports add it up. What is missing is as of the last signature.
create table arrival_difference (
  id bigint generated always as identity primary key,
  waybill_id bigint not null references waybill,
  kind text not null check (kind in ('missing', 'damaged', 'over', 'broken_seal')),
  product_id bigint not null default 0,
  lot_id bigint not null default 0,
  units integer not null,
  at timestamptz not null default now()
);
create index arrival_difference_waybill on arrival_difference (waybill_id);
create index arrival_difference_at on arrival_difference (at);

create table delivery_proof (
  id bigint generated always as identity primary key,
  waybill_id bigint not null references waybill,
  receiver text not null,
  signature bytea,
  pictures text[] not null default '{}',
  latitude double precision,
  longitude double precision,
  accuracy integer,
  note text,
  made_by bigint not null references account,
  made_at timestamptz not null default now(),
  withdrawn_by bigint references account,
  withdrawn_at timestamptz,
  withdrawal_reason text
);
create index delivery_proof_waybill on delivery_proof (waybill_id);
