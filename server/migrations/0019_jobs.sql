-- Work that goes on behind its answer, on whichever server: what is asked for, how far it is, and where it goes on after its
-- server is gone. Which of them is whose turn is the affair of the queue, whose tables are in the schema pgboss.
drop table import_job;

create table job (
  id uuid primary key,
  kind text not null,
  -- The screen whose work it is.
  menu_key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'stopped', 'broken')),
  account_id bigint not null references account on delete cascade,
  ip text not null,
  language text not null,
  source_name text,
  input jsonb not null,
  phase text,
  -- Not known before the source is read, of some.
  rows bigint,
  done bigint not null default 0,
  accepted bigint not null default 0,
  refused bigint not null default 0,
  -- Where the next run goes on: as of the last step that was committed.
  cursor jsonb,
  result jsonb,
  -- Why it is broken.
  failure jsonb,
  -- The number of the run that works on it: what one before it writes late is refused.
  run integer not null default 0,
  -- Runs since the last step that was committed.
  tries integer not null default 0,
  run_began_at timestamptz,
  run_began_done bigint not null default 0,
  stop_asked_at timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  seen_at timestamptz,
  ended_at timestamptz
);
create index job_created on job (created_at desc);

-- The file that a job reads, and the lines of it that were refused, in pieces: every server has them.
create table job_file_piece (
  job_id uuid not null references job on delete cascade,
  file text not null check (file in ('original', 'refusals')),
  position bigint not null,
  bytes bytea not null,
  primary key (job_id, file, position)
);
