-- Who asks for codes that are none, and who was told what, or was refused it.

-- Unknown codes that an account or a network asked for, within a period. A network is known by a keyed hash: its address
-- is nobody's business here.
create table guess_count (
  subject text primary key,
  unknown bigint not null,
  began_at timestamptz not null,
  until timestamptz not null
);
create index guess_count_until on guess_count (until);

-- Calls that take something out of the system or tell what codes are, and calls that were refused. What was changed is in
-- audit_log.
create table access_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No reference: the record outlives the account.
  account_id bigint not null,
  account_name text not null,
  ip text not null,
  call text not null,
  -- begun: nothing was heard of its end, the server may have stopped.
  result text not null check (result in ('begun', 'answered', 'refused', 'failed')),
  input json,
  -- How many codes it was about, and how many of them were unknown to who asked.
  codes bigint,
  unknown bigint,
  -- Refusals of one call to one account are one record an hour.
  times bigint not null default 1,
  refused_in timestamptz,
  unique (account_id, call, refused_in)
);
create index access_log_account on access_log (lower(account_name), id desc);
create index access_log_result on access_log (result, id desc);
create index access_log_at on access_log (at);

-- A ticket is as good as the session it was made in.
alter table code_download add column session_id bigint;
