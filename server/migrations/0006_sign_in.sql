-- Signing in: how often it failed lately, from where it succeeded, the record of both, and its second step.

-- Tries that failed within the last quarter of an hour. subject: an account name, an address (an IPv6 one by its /64),
-- or both with a blank between.
create table sign_in_failure (
  scope text not null check (scope in ('account', 'address', 'pair')),
  subject text not null,
  failures integer not null,
  last_at timestamptz not null,
  primary key (scope, subject)
);
create index sign_in_failure_last on sign_in_failure (last_at);

-- Where an account signed in lately: those who guess its password elsewhere do not shut it out there.
create table known_network (
  account_id bigint not null references account on delete cascade,
  network text not null,
  seen_at timestamptz not null,
  primary key (account_id, network)
);

create table login_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- No reference: the record outlives the account.
  account_id bigint,
  account_name text not null,
  result text not null check (result in ('success', 'failure', 'locked', 'notice')),
  reason text,
  ip text not null,
  region text not null,
  device text not null,
  claimed_ip text
);
create index login_log_at on login_log (at desc, id desc);
create index login_log_name on login_log (lower(account_name) text_pattern_ops, at desc);
create index login_log_account on login_log (account_id, at desc);
create index login_log_result on login_log (result, at desc, id desc);
create index login_log_ip on login_log (ip, at desc);

alter table account
  add column two_step_secret_sealed bytea,
  -- Null while it is being set up.
  add column two_step_since timestamptz,
  -- The time step of the last code that was taken: a code is good once.
  add column two_step_last bigint,
  -- Keyed hashes of the recovery codes that are left.
  add column recovery_secrets text[] not null default '{}',
  add constraint account_two_step check (two_step_since is null or two_step_secret_sealed is not null);

-- A session is spoken of by its id; the hash of its token stays here.
alter table session add column id bigint generated always as identity;
create unique index session_id on session (id);
