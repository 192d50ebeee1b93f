-- What arrived or came back otherwise than its document says is an exception, too.

alter table exception
  drop constraint exception_kind_check,
  drop constraint exception_source_check;
alter table exception add constraint exception_kind_check check (kind in (
    'repeated_code', 'two_orders', 'printed_twice', 'late_act', 'wrong_product', 'seen_after_destroyed', 'never_packed',
    'shipment_difference', 'wrong_return', 'wms_message'));
alter table exception add constraint exception_source_check check (source in ('device', 'file', 'wms', 'document'));
