-- What each transaction that captured events has changed, for those that checked theirs before they held the capture lock: they commit
-- only if nothing that they have read was changed since. Rows matter for minutes, and to nobody after a crash.
create unlogged table capture_commit (
  seq bigint generated always as identity primary key,
  -- More than codes: holds, closures of codes, documents.
  everything boolean not null default false,
  codes int8multirange not null default '{}',
  -- Work orders for which other events wait than before.
  waiting_orders bigint[] not null default '{}',
  committed_at timestamptz not null default now()
);
create index capture_commit_time on capture_commit (committed_at);
