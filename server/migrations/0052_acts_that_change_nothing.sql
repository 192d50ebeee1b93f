-- 稽查 and 取证 are acts of the codes that they are about.

alter table inspect_record add column event_id bigint;
alter table forensic_case add column event_id bigint;
create index inspect_record_event on inspect_record (event_id) where event_id is not null;
create index forensic_case_event on forensic_case (event_id) where event_id is not null;

-- Those before, as they would have been written: act 20 of contract/trace/acts.ts, which names its code as an item.
-- Their ids go on from the last one: on a cluster a change of rows takes nothing from a sequence.
update inspect_record set event_id = numbered.event_id
from (
  select id, (select coalesce(max(id), 0) from trace_event) + row_number() over (order by id) as event_id
  from inspect_record where code_id is not null
) numbered
where inspect_record.id = numbered.id;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, product_id, lot_id, account_id)
overriding system value
select event_id, 20, inspected_at, 0, inspected_at, product_id, lot_id, inspected_by
from inspect_record where event_id is not null;
insert into event_code (code, event_id, event_time, units, act, naming)
select code_id, event_id, inspected_at, 0, 20, 0 from inspect_record where event_id is not null;

update forensic_case set event_id = numbered.event_id
from (
  select id, (select coalesce(max(id), 0) from trace_event) + row_number() over (order by id) as event_id
  from forensic_case where code_id is not null and sealed_at is not null
) numbered
where forensic_case.id = numbered.id;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, account_id)
overriding system value
select event_id, 20, found_at, 0, sealed_at, sealed_by from forensic_case where event_id is not null;
insert into event_code (code, event_id, event_time, units, act, naming)
select code_id, event_id, found_at, 0, 20, 0 from forensic_case where event_id is not null;

-- So are holds: one act for each lot, and one for the codes of a recall.
alter table hold add column event_id bigint, add column release_event_id bigint;
update hold set event_id = numbered.event_id
from (
  select id, (select coalesce(max(id), 0) from trace_event) + dense_rank() over (
    order by lot_id, case when lot_id is not null then id end, recall_id, held_by, held_at
  ) as event_id
  from hold
) numbered
where hold.id = numbered.id;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, product_id, lot_id, account_id, reason)
overriding system value
select distinct on (h.event_id) h.event_id, 21, h.held_at, 0, h.held_at, l.product_id, h.lot_id, h.held_by, h.reason
from hold h left join lot l on l.id = h.lot_id order by h.event_id;
insert into event_code (code, event_id, event_time, units, act, naming)
select code, event_id, held_at, 0, 21, 0 from hold where code is not null;

update hold set release_event_id = numbered.event_id
from (
  select id, (select coalesce(max(id), 0) from trace_event) + dense_rank() over (
    order by lot_id, case when lot_id is not null then id end, recall_id, released_by, released_at
  ) as event_id
  from hold where released_at is not null
) numbered
where hold.id = numbered.id;
insert into trace_event (id, act, event_time, utc_offset, recorded_at, product_id, lot_id, account_id, reason)
overriding system value
select distinct on (h.release_event_id)
  h.release_event_id, 22, h.released_at, 0, h.released_at, l.product_id, h.lot_id, h.released_by, h.release_reason
from hold h left join lot l on l.id = h.lot_id where h.released_at is not null order by h.release_event_id;
insert into event_code (code, event_id, event_time, units, act, naming)
select code, release_event_id, released_at, 0, 22, 0 from hold where code is not null and released_at is not null;

do $$
declare
  last bigint;
begin
  select max(id) into last from trace_event;
  if last is not null then perform setval(pg_get_serial_sequence('trace_event', 'id'), last); end if;
end $$;

create index trace_event_lot on trace_event (lot_id) where act in (21, 22);

-- Codes next to each other that an act names, where it may name millions.
create table event_range (
  event_id bigint not null,
  first_id bigint not null,
  last_id bigint not null check (last_id >= first_id),
  primary key (event_id, first_id)
);
create index event_range_codes on event_range using gist (int8range(first_id, last_id, '[]'));
