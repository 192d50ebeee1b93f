-- What devices of lines say: how they are, what they printed, and what waits for something that has not arrived yet.

-- No code is in two leases, whoever asks for them at once. What came back may be given out again.
alter table code_lease drop constraint code_lease_first_id_key;
alter table code_lease add constraint code_lease_apart
  exclude using gist (int8range(first_id, last_id - returned + 1) with &&);

create table device_heartbeat (
  device_key_id bigint primary key references device_key on delete cascade,
  state text not null,
  -- Acts that it has not sent yet.
  queue bigint not null,
  counters jsonb,
  seen_at timestamptz not null
);

-- Runs of codes whose labels an act says were printed.
create table printed_codes (
  event_id bigint not null,
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  primary key (event_id, first_id)
);
create index printed_codes_last on printed_codes (last_id);

-- An act that speaks of what has not arrived yet.
create table waiting_act (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order,
  device_key_id bigint not null references device_key on delete cascade,
  -- As it was sent, and under which key.
  act jsonb not null,
  batch_key text not null,
  -- What it lacks: reason and code, as they would be answered.
  lacks jsonb not null,
  waits_since timestamptz not null default now()
);
create index waiting_act_order on waiting_act (work_order_id);
create index waiting_act_device on waiting_act (device_key_id);
create index waiting_act_since on waiting_act (waits_since);
