-- How lines work: what they put goods aside for, how well their cameras read, when they ran and stood.

-- In the words of who told it; '' where nothing was said.
alter table figure add column cause text not null default '';
alter table figure drop constraint figure_pkey;
alter table figure add constraint figure_pkey
  primary key (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause);
alter table figure_delta add column cause text not null default '';

-- What was put aside so far, on the days of the calendar.
create temporary table told_aside on commit drop as
  select event_id, sum(units)::bigint as units from event_code where act = 7 group by event_id;
insert into figure (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, quantity)
select d.day, 'put_aside', d.work_order_id, d.product_id, d.lot_id, d.place_id, d.day, 0, d.cause, sum(d.units)
from (
  select
    (e.event_time at time zone coalesce((select time_zone from enterprise limit 1), 'Asia/Shanghai'))::date as day,
    coalesce(e.work_order_id, 0) as work_order_id, coalesce(e.product_id, 0) as product_id, coalesce(e.lot_id, 0) as lot_id,
    coalesce(e.place_id, 0) as place_id, coalesce(trim(e.reason), '') as cause, told.units
  from told_aside told join trace_event e on e.id = told.event_id
  where told.units > 0
) d
group by 1, 2, 3, 4, 5, 6, 7, 8, 9;

-- What machines counted when they were last asked, also where their last heartbeat said nothing of it.
alter table device_heartbeat add column counted jsonb;

-- Until when the time of a line is told, and the work order that ran on it then.
create table line_watch (
  line_id bigint primary key,
  told_until timestamptz not null,
  work_order_id bigint
);

-- When a line ran and stood while a work order was to be made on it, and the codes that its cameras saw and read meanwhile.
create table line_stretch (
  id bigint generated always as identity primary key,
  line_id bigint not null,
  work_order_id bigint not null,
  condition text not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  reads bigint not null default 0,
  good_reads bigint not null default 0,
  constraint line_stretch_condition_check check (condition in ('running', 'standing')),
  constraint line_stretch_time_check check (begins_at <= ends_at)
);
create index line_stretch_line on line_stretch (line_id, id desc);
create index line_stretch_order on line_stretch (work_order_id);

-- Where goods are in stock once they are handed over: what is packed stays at its line until the warehouse has signed.
alter table enterprise add column stock_by_handover boolean not null default false;

alter table handover
  add column withdrawn_by bigint,
  add column withdrawn_name text,
  add column withdrawn_at timestamptz,
  add column withdrawal_reason text;
alter table handover add constraint handover_withdrawn_by_fkey foreign key (withdrawn_by) references account;
alter table handover drop constraint handover_status_check;
alter table handover add constraint handover_status_check check (status in ('draft', 'handed', 'received', 'withdrawn'));

-- Whether a package came into stock by its paper; and whether it did not arrive, or the paper was withdrawn: then it may be on
-- another one.
alter table handover_package
  add column stored boolean not null default false,
  add column off boolean not null default false;
alter table handover_package drop constraint handover_package_code_key;
create unique index handover_package_code on handover_package (code) where not off;
