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
