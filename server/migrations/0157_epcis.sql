-- What other systems captured at /epcis, as it came (docs/decisions/epcis-server.md).
create table epcis_capture (
  id uuid primary key,
  account_id bigint not null references account,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  error_behaviour text not null check (error_behaviour in ('rollback', 'proceed')),
  success boolean not null,
  -- How many events the document had, and how many of them were kept.
  events integer not null,
  kept integer not null,
  -- Problems, each as RFC 9457 has it.
  errors jsonb not null default '[]',
  -- The vocabularies that the document had in its header.
  master_data jsonb not null default '[]'
);
create index epcis_capture_created on epcis_capture (account_id, created_at desc, id);

-- The order in which events were recorded.
create sequence epcis_event_id_seq;

create table epcis_event (
  -- The beginning of the hash of the event ID: events with one ID are on one shard.
  key bigint not null,
  id bigint not null,
  event_id text not null,
  type text collate "C" not null,
  event_time timestamptz not null,
  record_time timestamptz not null,
  action text,
  -- Words of CBV and identifiers in their canonical form.
  biz_step text collate "C",
  disposition text collate "C",
  read_point text collate "C",
  biz_location text collate "C",
  transformation_id text,
  -- When the event was declared wrong: an error declaration is the event once more.
  declared_at timestamptz,
  capture_id uuid,
  account_id bigint not null,
  -- What queries ask for equality and existence, each as a text in its canonical form.
  facts text[] not null,
  -- The event as it came, in the model of server/epcis.
  event jsonb not null,
  primary key (key, id)
);
create unique index epcis_event_once on epcis_event (key, event_id) where declared_at is null;
create index epcis_event_order on epcis_event (id);
create index epcis_event_time on epcis_event (event_time, id);
create index epcis_event_facts on epcis_event using gin (facts);
create index epcis_event_biz_step on epcis_event (biz_step, id);
create index epcis_event_disposition on epcis_event (disposition, id);
create index epcis_event_read_point on epcis_event (read_point, id);
create index epcis_event_biz_location on epcis_event (biz_location, id);
-- Types that EPCIS does not define are URIs.
create index epcis_event_own_type on epcis_event (type) where type like '%:%';
create index epcis_event_account on epcis_event (account_id, id);

-- What events are about: objects and classes, each in its canonical form.
create table epcis_identifier (
  -- The beginning of the hash of the identifier.
  key bigint not null,
  -- Sorted by its bytes, so that identifiers with a common beginning are together.
  epc text collate "C" not null,
  -- The list that it is in.
  field text not null,
  event_key bigint not null,
  event_number bigint not null,
  primary key (key, event_number, epc, field)
);
create index epcis_identifier_epc on epcis_identifier (epc, event_number);

-- Numbers and moments of events that queries compare: of quantities, sensors and extensions.
create table epcis_measure (
  -- The beginning of the hash of the name.
  key bigint not null,
  name text not null,
  -- Empty for numbers without a unit, and for moments.
  unit text not null,
  number numeric,
  moment timestamptz,
  event_key bigint not null,
  event_number bigint not null,
  -- Its number among those of the event.
  place integer not null,
  primary key (key, event_number, place)
);
create index epcis_measure_number on epcis_measure (name, unit, number, event_number) where number is not null;
create index epcis_measure_moment on epcis_measure (name, moment, event_number) where moment is not null;
