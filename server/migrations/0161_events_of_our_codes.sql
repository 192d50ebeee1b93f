-- The rows that captured events about our codes made: these are the events once more, and are told of once.
create table epcis_own_event (
  trace_event_id bigint primary key references trace_event,
  -- The event in epcis_event.
  event_key bigint not null,
  event_number bigint not null
);
create index epcis_own_event_kept on epcis_own_event (event_key, event_number);

-- Captured events about our codes that wait for what has not come yet.
alter table exception drop constraint exception_kind_check;
alter table exception add constraint exception_kind_check check (kind in (
    'repeated_code', 'two_orders', 'printed_twice', 'late_act', 'wrong_product', 'seen_after_destroyed', 'overproduction',
    'reused_key', 'never_packed', 'shipment_difference', 'wrong_return', 'wms_message', 'refused_scan', 'epcis_event'));
alter table exception drop constraint exception_source_check;
alter table exception add constraint exception_source_check check (source in ('device', 'file', 'wms', 'document', 'epcis'));
