-- Reports: whose shift each figure belongs to, whether figures are what acts say, and goods that a line hands to its warehouse.

-- The day on which the shift began that an act fell in, and the team whose shift it was (0: none is known).
alter table figure add column shift_day date;
alter table figure add column team_id bigint not null default 0;
update figure set shift_day = day;
alter table figure alter column shift_day set not null;
alter table figure drop constraint figure_pkey;
alter table figure add primary key (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id);
create index figure_shift on figure (shift_day);
alter table figure_delta add column shift_day date;
alter table figure_delta add column team_id bigint not null default 0;
update figure_delta set shift_day = day;
alter table figure_delta alter column shift_day set not null;

-- What counting again from the acts has found.
create table figure_check (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null default now(),
  -- How many differ, and the first of them: where, kept, counted, last.
  differing bigint not null,
  differences jsonb not null
);
create index figure_check_time on figure_check (checked_at desc);

create sequence handover_no;

-- Finished goods that a line hands to its warehouse.
create table handover (
  id bigint generated always as identity primary key,
  handover_no text not null,
  status text not null default 'draft' check (status in ('draft', 'handed', 'received')),
  work_order_id bigint not null references work_order,
  warehouse_id bigint references warehouse,
  packages bigint not null check (packages > 0),
  remainders bigint not null,
  units bigint not null,
  remark text,
  -- With their names as they were: a paper stays what it was when it was signed.
  handed_by bigint references account,
  handed_name text,
  handed_at timestamptz,
  received_by bigint references account,
  received_name text,
  received_at timestamptz,
  -- What the warehouse counted, and why it is not what the line did.
  counted bigint,
  difference_reason text,
  created_by bigint not null references account,
  created_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((handed_at is null) = (handed_by is null)),
  check ((received_at is null) = (received_by is null)),
  check ((received_at is null) = (counted is null)),
  check (received_by <> handed_by)
);
create unique index handover_code_key on handover (handover_no);
create index handover_created on handover (created_at desc, id desc);
create index handover_order on handover (work_order_id);
create index handover_warehouse on handover (warehouse_id);

-- The packages on it, each on one only, as they were counted.
create table handover_package (
  handover_id bigint not null references handover on delete cascade,
  code bigint not null unique,
  level smallint not null,
  units integer not null,
  complete boolean not null,
  primary key (handover_id, code)
);
