-- Queries that other systems have given names to, and what is delivered of them (docs/decisions/epcis-subscriptions.md).
create table epcis_query (
  id bigint generated always as identity primary key,
  name text not null,
  -- Whose it is: `enterprise`, or its factory, dealer or partner, as `partner 3`. Names are unique for each.
  party text not null,
  account_id bigint not null references account,
  -- The parameters, each with its values.
  parameters jsonb not null,
  -- The prefixes of extensions that they name.
  prefixes jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create unique index epcis_query_name on epcis_query (party, name);

create table epcis_subscription (
  id bigint generated always as identity primary key,
  subscription_id uuid not null unique,
  query_id bigint not null references epcis_query on delete cascade,
  account_id bigint not null references account,
  -- Where it is delivered to; null for a WebSocket, whose row ends with it.
  dest text,
  signature_token_sealed bytea,
  report_if_empty boolean not null default false,
  -- When it is delivered; null for a stream, which is delivered as events are recorded.
  schedule jsonb,
  -- How identifiers and words are written.
  epc_format text not null,
  cbv_xml_format text not null,
  initial_record_time timestamptz,
  -- Everything that was recorded before has been delivered.
  min_record_time timestamptz not null,
  -- The end of what is being delivered in several documents, and where the last of these ended.
  window_end timestamptz,
  page_end jsonb,
  -- What the last delivery began with: `send again` goes back to it.
  last_from timestamptz,
  last_notified_at timestamptz,
  last_events integer,
  -- The attempts since the last delivery that failed, and why.
  failures integer not null default 0,
  last_error text,
  -- The last events that were not sent because they do not fit the profile of the partner, and how many there were.
  withheld jsonb not null default '[]',
  withheld_count integer not null default 0,
  paused boolean not null default false,
  -- When it is looked at next: by its schedule, or after a failure.
  next_at timestamptz not null default now(),
  -- The server that delivers it at the moment; another takes over when this time has passed.
  claimed_by text,
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index epcis_subscription_query on epcis_subscription (query_id);
create index epcis_subscription_due on epcis_subscription (next_at) where not paused;
