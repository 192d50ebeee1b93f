-- Exceptions are one mechanism: raised once for a cause, given to somebody, tried again, settled or discarded with a reason.

alter table exception
  -- What it is about, in words of its kind: while one is open, the same is not raised a second time.
  add column about text,
  -- How often it came in, and when last.
  add column times integer not null default 1,
  add column last_at timestamptz not null default now(),
  -- What it came from: the device's name, the file's, the other system's.
  add column source_name text,
  add column device_key_id bigint,
  -- All codes concerned; `code` is the first of them.
  add column codes text[] not null default '{}',
  -- Why it was not taken: code, reason, what it collides with.
  add column refusals jsonb not null default '[]',
  -- The acts that do not go together: what came in, and what was there before.
  add column sides jsonb not null default '[]';

update exception e set
  kind = 'late_act',
  about = 'exception ' || e.id,
  last_at = e.created_at,
  source = 'device',
  device_key_id = (select k.id from device_key k where e.source = 'device ' || k.id),
  source_name = coalesce((select k.name from device_key k where e.source = 'device ' || k.id), e.source),
  codes = case when e.code is null then '{}' else array[e.code] end,
  refusals = coalesce(e.raw -> 'refusals', '[]'),
  raw = e.raw - 'refusals';

alter table exception
  alter column about set not null,
  alter column source_name set not null,
  drop constraint exception_status_check,
  drop constraint exception_check;
alter table exception add constraint exception_kind_check check (kind in (
    'repeated_code', 'two_orders', 'printed_twice', 'late_act', 'wrong_product', 'seen_after_destroyed', 'never_packed',
    'wms_message'));
alter table exception add constraint exception_source_check check (source in ('device', 'file', 'wms'));
alter table exception add constraint exception_status_check check (status in ('open', 'settled', 'discarded'));
alter table exception add constraint exception_settled_check check ((status = 'open') = (settled_at is null));

create unique index exception_cause on exception (kind, about) where status = 'open';
create index exception_owner on exception (owner_id) where status = 'open';
create index exception_codes on exception using gin (codes);
create index exception_order on exception (work_order_id);

-- What people did about it, in their order.
create table exception_note (
  id bigint generated always as identity primary key,
  exception_id bigint not null references exception on delete cascade,
  step text not null check (step in ('note', 'assigned', 'retried', 'settled', 'discarded')),
  text text not null,
  account_id bigint not null references account,
  created_at timestamptz not null default now()
);
create index exception_note_exception on exception_note (exception_id, id);

-- Labels that two printers printed are found by their ranges, which begin so near as an act has codes.
create index printed_codes_first on printed_codes (first_id);

-- Senders of batches are spelled one way.
update act_batch set source = replace(source, 'lease of device ', 'lease:') where source like 'lease of device %';
update act_batch set source = replace(source, 'device ', 'device:') where source like 'device %';
