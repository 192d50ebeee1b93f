-- Refused scans that nobody settles become exceptions.
alter table exception drop constraint exception_kind_check;
alter table exception add constraint exception_kind_check check (kind in (
    'repeated_code', 'two_orders', 'printed_twice', 'late_act', 'wrong_product', 'seen_after_destroyed', 'overproduction',
    'reused_key', 'never_packed', 'shipment_difference', 'wrong_return', 'wms_message', 'refused_scan'));

alter table handheld_scan add column raised_at timestamptz;
alter table handheld_scan drop constraint handheld_scan_settled_how_check;
alter table handheld_scan add constraint handheld_scan_settled_how_check
  check (settled_how in ('dropped', 'loaded_anyway', 'in_console'));
