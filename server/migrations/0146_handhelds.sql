-- Handhelds: who carries them, the scans that they sent with their answers, and the key by which what they download is signed.
create table handheld (
  id bigint generated always as identity primary key,
  device uuid not null,
  account_id bigint not null references account on delete cascade,
  name text,
  model text,
  version text not null,
  battery double precision,
  waiting bigint not null,
  oldest_waiting_at timestamptz,
  -- How far its clock is ahead, in milliseconds.
  clock_ahead bigint not null,
  user_agent text not null,
  ip text not null,
  seen_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create unique index handheld_of_person on handheld (device, account_id);

create table handheld_scan (
  id uuid primary key,
  device uuid not null,
  account_id bigint not null,
  no bigint not null,
  -- By the clock of the handheld, and corrected.
  device_time timestamptz not null,
  event_time timestamptz not null,
  received_at timestamptz not null default now(),
  act text not null check (act in ('load', 'unload')),
  document_id bigint not null,
  code text not null,
  override_reason text,
  result text not null check (result in ('taken', 'known', 'refused')),
  -- The code as it is printed, its product and lot, and the units.
  answer jsonb not null,
  refusals jsonb not null,
  settled_at timestamptz,
  settled_by bigint,
  settled_how text check (settled_how in ('dropped', 'loaded_anyway')),
  settled_reason text
);
create index handheld_scan_time on handheld_scan (device, event_time);
create index handheld_scan_refused on handheld_scan (account_id, received_at)
  where result = 'refused' and settled_at is null;
create index handheld_scan_received on handheld_scan (received_at);

create table handheld_key (
  id bigint generated always as identity primary key,
  private_key_sealed bytea not null,
  public_key bytea not null,
  created_at timestamptz not null default now()
);
create unique index handheld_key_only on handheld_key ((true));
