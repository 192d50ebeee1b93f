-- The servers of the installation, with their last signs of life.
create table server (
  id uuid primary key,
  host_name text not null,
  version text not null,
  started_at timestamptz not null,
  seen_at timestamptz not null,
  stopped_at timestamptz
);

-- What each of them measured in the minutes of the last hours.
create table server_minute (
  server_id uuid not null references server on delete cascade,
  ends_at timestamptz not null,
  figures jsonb not null,
  primary key (server_id, ends_at)
);

-- Verifications of the audit log and of sealed evidence, by a server or by `npm run audit:verify`.
create table audit_check (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null default now(),
  records bigint not null,
  problems bigint not null
);
create index audit_check_time on audit_check (checked_at desc);
