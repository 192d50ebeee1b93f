-- 稽查 and 取证 are acts of the codes that they are about.

alter table inspect_record add column event_id bigint;
alter table forensic_case add column event_id bigint;
create index inspect_record_event on inspect_record (event_id) where event_id is not null;
create index forensic_case_event on forensic_case (event_id) where event_id is not null;

-- Those before, as they would have been written: act 20 of contract/trace/acts.ts, which names its code as an item.
update inspect_record set event_id = nextval(pg_get_serial_sequence('trace_event', 'id')) where code_id is not null;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, product_id, lot_id, account_id)
overriding system value
select event_id, 20, inspected_at, 0, inspected_at, product_id, lot_id, inspected_by
from inspect_record where event_id is not null;
insert into event_code (code, event_id, event_time, units, act, naming)
select code_id, event_id, inspected_at, 0, 20, 0 from inspect_record where event_id is not null;

update forensic_case set event_id = nextval(pg_get_serial_sequence('trace_event', 'id'))
where code_id is not null and sealed_at is not null;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, account_id)
overriding system value
select event_id, 20, found_at, 0, sealed_at, sealed_by from forensic_case where event_id is not null;
insert into event_code (code, event_id, event_time, units, act, naming)
select code_id, event_id, found_at, 0, 20, 0 from forensic_case where event_id is not null;

-- So are holds: one act for each lot, and one for the codes of a recall.
alter table hold add column event_id bigint, add column release_event_id bigint;
update hold set event_id = nextval(pg_get_serial_sequence('trace_event', 'id')) where lot_id is not null;
update hold set event_id = together.event_id
from (
  select recall_id, held_by, held_at, nextval(pg_get_serial_sequence('trace_event', 'id')) as event_id
  from (select distinct recall_id, held_by, held_at from hold where code is not null) one
) together
where hold.code is not null and hold.recall_id is not distinct from together.recall_id
  and hold.held_by = together.held_by and hold.held_at = together.held_at;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, product_id, lot_id, account_id, reason)
overriding system value
select distinct on (h.event_id) h.event_id, 21, h.held_at, 0, h.held_at, l.product_id, h.lot_id, h.held_by, h.reason
from hold h left join lot l on l.id = h.lot_id order by h.event_id;
insert into event_code (code, event_id, event_time, units, act, naming)
select code, event_id, held_at, 0, 21, 0 from hold where code is not null;

update hold set release_event_id = nextval(pg_get_serial_sequence('trace_event', 'id'))
where lot_id is not null and released_at is not null;
update hold set release_event_id = together.event_id
from (
  select recall_id, released_by, released_at, nextval(pg_get_serial_sequence('trace_event', 'id')) as event_id
  from (select distinct recall_id, released_by, released_at from hold where code is not null and released_at is not null) one
) together
where hold.code is not null and hold.recall_id is not distinct from together.recall_id
  and hold.released_by = together.released_by and hold.released_at = together.released_at;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, product_id, lot_id, account_id, reason)
overriding system value
select distinct on (h.release_event_id)
  h.release_event_id, 22, h.released_at, 0, h.released_at, l.product_id, h.lot_id, h.released_by, h.release_reason
from hold h left join lot l on l.id = h.lot_id where h.released_at is not null order by h.release_event_id;
insert into event_code (code, event_id, event_time, units, act, naming)
select code, release_event_id, released_at, 0, 22, 0 from hold where code is not null and released_at is not null;

create index trace_event_lot on trace_event (lot_id) where act in (21, 22);

-- Codes next to each other that an act names, where it may name millions.
create table event_range (
  event_id bigint not null,
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  primary key (event_id, first_id)
);
create index event_range_codes on event_range using gist (int8range(first_id, last_id, '[]'));
