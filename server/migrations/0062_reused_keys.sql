-- A batch of a device whose key stands for another one.
alter table exception drop constraint exception_kind_check;
alter table exception add constraint exception_kind_check check (kind in (
    'repeated_code', 'two_orders', 'printed_twice', 'late_act', 'wrong_product', 'seen_after_destroyed', 'reused_key',
    'never_packed', 'shipment_difference', 'wrong_return', 'wms_message'));
