-- The backups that servers made by themselves, and those of the command.
create table backup (
  id bigint generated always as identity primary key,
  is_scheduled boolean not null,
  file text not null,
  host_name text not null,
  -- The server that makes it.
  server_id uuid,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  bytes bigint,
  rows bigint,
  -- Of its manifest.
  sha256 text,
  failure text
);
create index backup_began on backup (began_at);
