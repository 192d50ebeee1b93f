-- Where goods on hold may be moved to.
alter table warehouse drop constraint warehouse_warehouse_type_check;
alter table warehouse add constraint warehouse_warehouse_type_check
  check (warehouse_type in ('finished', 'raw', 'packaging', 'returns', 'quarantine', 'transit', 'other'));
