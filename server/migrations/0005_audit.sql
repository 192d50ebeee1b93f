-- Every change made through a call: who, when, from where, which call, what it was and what it became.
-- Rows are chained: each carries a keyed hash over itself and the hash before it, so none can be changed, removed or
-- put in between without notice. Ids have no gaps.

create table audit_log (
  id bigint primary key,
  at timestamptz not null,
  account_id bigint not null,
  account_name text not null,
  ip text not null,
  call text not null,
  -- json, not jsonb: the hash is over the text as it was written.
  input json not null,
  changes integer not null,
  changes_digest text not null,
  previous_mac text not null,
  mac text not null
);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_account on audit_log (account_id, id desc);
create index audit_log_call on audit_log (call, id desc);

create table audit_change (
  audit_id bigint not null,
  position integer not null,
  thing text not null,
  thing_id text not null,
  before jsonb,
  after jsonb,
  primary key (audit_id, position)
);
create index audit_change_thing on audit_change (thing, thing_id, audit_id desc);

-- The end of the chain. Locking its one row puts the writers in an order.
create table audit_head (
  one boolean primary key default true check (one),
  last_id bigint not null,
  mac text not null
);
insert into audit_head (last_id, mac) values (0, '');

-- A row as the record keeps it. A secret is not told; the mark in its place differs when the secret does.
create function audit_image(row_image jsonb) returns jsonb
language sql immutable
as $$
  select jsonb_object_agg(key, case
    when key ~ '(password|secret|token|ticket|sealed)' and jsonb_typeof(value) in ('string', 'array')
      then to_jsonb('••• ' || left(encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex'), 8))
    else value end)
  from jsonb_each(row_image)
$$;
