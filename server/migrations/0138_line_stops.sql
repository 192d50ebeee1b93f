-- When lines ran, stood and stopped while a work order was to be made on them, and why.

-- When a work order was to be made on a line: from each start to the hold or the finish after it.
create table order_run (
  id bigint generated always as identity primary key,
  work_order_id bigint not null,
  line_id bigint not null,
  begins_at timestamptz not null,
  ends_at timestamptz,
  constraint order_run_time_check check (begins_at <= ends_at)
);
create unique index order_run_open on order_run (work_order_id) where ends_at is null;
create index order_run_line on order_run (line_id, begins_at);
-- Of the time before, nothing was told that stops could follow from.
insert into order_run (work_order_id, line_id, begins_at)
select id, line_id, now() from work_order where status = 'running' and line_id is not null;

-- When units of a work order passed its line, by the events: no two of them are more than a minute apart.
create table act_span (
  id bigint generated always as identity primary key,
  work_order_id bigint not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  constraint act_span_time_check check (begins_at <= ends_at)
);
create index act_span_order on act_span (work_order_id, begins_at);

-- A device need not tell a state; and may tell why it does not work.
alter table device_heartbeat alter column state drop not null, add column reason text;
alter table line_stretch add column state text, add column reason text;
create index line_stretch_time on line_stretch (line_id, ends_at);

create table stop_reason (
  id bigint generated always as identity primary key,
  reason_code text not null,
  reason_name text not null,
  parent_id bigint references stop_reason check (parent_id <> id),
  loss text not null check (loss in ('planned', 'setup', 'failure', 'delay', 'minor')),
  sort integer not null default 0,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index stop_reason_code_key on stop_reason (lower(reason_code));
create index stop_reason_parent on stop_reason (parent_id);

create table line_stop (
  id bigint generated always as identity primary key,
  line_id bigint not null,
  work_order_id bigint not null,
  -- 0 if no team is known.
  team_id bigint not null default 0,
  shift_day date not null,
  begins_at timestamptz not null,
  -- Of a stop that goes on, until when that is known.
  ends_at timestamptz not null,
  goes_on boolean not null default false,
  -- What tells it: the states of devices, a pause between events, or that the devices are silent.
  source text not null check (source in ('states', 'acts', 'silent')),
  state text,
  device_reason text,
  reason_id bigint,
  reason_from text check (reason_from in ('person', 'device')),
  note text,
  given_by bigint,
  given_at timestamptz,
  -- The line ran after all, by events that came late.
  void_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint line_stop_time_check check (begins_at <= ends_at)
);
create index line_stop_line on line_stop (line_id, begins_at);
create index line_stop_day on line_stop (shift_day, line_id);
create index line_stop_time on line_stop (begins_at desc, id desc);
create index line_stop_reason on line_stop (reason_id);
create index line_stop_open on line_stop (begins_at) where reason_id is null and void_at is null;

-- How long a line was to make a work order in a shift, and how long it ran; derived again when something is told late.
create table line_period (
  line_id bigint not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  work_order_id bigint not null,
  team_id bigint not null default 0,
  shift_day date not null,
  running_seconds bigint not null,
  -- Stops of a minute and less.
  short_seconds bigint not null,
  -- Units a minute.
  nominal_speed integer,
  primary key (line_id, begins_at),
  constraint line_period_time_check check (begins_at <= ends_at)
);
create index line_period_day on line_period (shift_day, line_id);

-- Until when the time of a line is derived, and since when something was told anew.
create table line_progress (
  line_id bigint primary key,
  derived_until timestamptz,
  dirty_from timestamptz
);

-- Until when events are read for the above: one row.
create table act_reading (
  id smallint primary key check (id = 1),
  read_until timestamptz not null
);
insert into act_reading (id, read_until) values (1, now());

-- What a line made and was refused, minute by minute, for some days.
create table line_minute (
  line_id bigint not null,
  minute timestamptz not null,
  work_order_id bigint,
  -- Units made of that work order so far, and events not sent yet by the devices.
  made bigint,
  queue bigint,
  taken bigint not null default 0,
  refused bigint not null default 0,
  -- The last of these refusals.
  refusals jsonb not null default '[]',
  primary key (line_id, minute)
);

create table line_alarm (
  id bigint generated always as identity primary key,
  line_id bigint not null,
  work_order_id bigint,
  kind text not null check (kind in ('silent', 'standing', 'queue', 'codes', 'refusals')),
  -- What it was when it was raised, and the limit: minutes, events, or per cent.
  value bigint not null,
  limit_value bigint not null,
  raised_at timestamptz not null default now(),
  cleared_at timestamptz,
  acknowledged_by bigint,
  acknowledged_at timestamptz,
  note text
);
create unique index line_alarm_raised on line_alarm (line_id, kind) where cleared_at is null;
create index line_alarm_time on line_alarm (raised_at desc, id desc);
create index line_alarm_waiting on line_alarm (raised_at) where cleared_at is null and acknowledged_at is null;

-- Limits of alarms: those of the enterprise, and of lines that have their own. An alarm with the limit 0 is off.
alter table production_line
  add column silent_limit integer, add column standing_limit integer, add column queue_limit integer,
  add column codes_limit integer, add column refusals_limit integer;
alter table enterprise
  add column silent_limit integer not null default 5, add column standing_limit integer not null default 10,
  add column queue_limit integer not null default 500, add column codes_limit integer not null default 60,
  add column refusals_limit integer not null default 1;
