-- How much may be made for a work order: what is planned, a tolerance, and what people of the enterprise have allowed beyond it.

-- In per cent of the planned quantity; of the enterprise: that of new work orders.
alter table enterprise add column order_tolerance smallint not null default 5;
alter table enterprise add constraint enterprise_order_tolerance_check check (order_tolerance between 0 and 100);
alter table work_order add column tolerance smallint not null default 5;
alter table work_order add constraint work_order_tolerance_check check (tolerance between 0 and 100);

create table order_allowance (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order,
  -- Units beyond plan and tolerance.
  quantity bigint not null check (quantity between 1 and 1000000000),
  reason text not null,
  allowed_by bigint not null references account,
  allowed_at timestamptz not null default now()
);
create index order_allowance_order on order_allowance (work_order_id);

alter table exception drop constraint exception_kind_check;
alter table exception add constraint exception_kind_check check (kind in (
    'repeated_code', 'two_orders', 'printed_twice', 'late_act', 'wrong_product', 'seen_after_destroyed', 'never_packed',
    'shipment_difference', 'wrong_return', 'wms_message', 'overproduction'));
