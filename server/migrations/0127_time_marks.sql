-- What tells that a database was put back to an earlier time, and what was done about it.

create table time_mark (
  one boolean primary key default true check (one),
  installation uuid not null,
  -- Changes with every restore that was noticed.
  epoch uuid not null,
  -- What a dump, a copy or a promoted standby does not take along.
  system_identifier text,
  timeline integer,
  database_oid bigint not null,
  table_oid bigint not null
);

-- The data folders of the servers: each counts its minutes here and in a file of its own.
create table folder_mark (
  writer uuid primary key,
  tick bigint not null,
  -- When the file was created, in milliseconds: a copy of it was created later.
  born_at bigint,
  seen_at timestamptz not null default now()
);

create table restoration (
  id bigint generated always as identity primary key,
  epoch uuid not null unique,
  cause text not null,
  is_certain boolean not null,
  noticed_at timestamptz not null default now(),
  -- The last moment that the database knew of.
  known_until timestamptz,
  report jsonb not null
);

-- Codes of orders that may have been handed out after the moment that the database was put back to.
create table unaccounted_codes (
  first_id bigint primary key,
  last_id bigint not null check (last_id >= first_id),
  order_id bigint not null references code_order,
  restoration_id bigint not null references restoration
);
create index unaccounted_codes_order on unaccounted_codes (order_id);
