-- Whom goods go to that go neither to a dealer nor to a warehouse: back to a supplier, to a laboratory, to be scrapped.
alter table waybill add column receiver text;
alter table waybill add column receiver_phone text;
alter table waybill add column receiver_address text;
-- A factory as origin, whose lines goods are loaded from as well, and as destination.
alter table waybill add column from_factory_id bigint;
alter table waybill add column to_factory_id bigint;
alter table waybill add constraint waybill_from_factory_id_fkey foreign key (from_factory_id) references factory;
alter table waybill add constraint waybill_to_factory_id_fkey foreign key (to_factory_id) references factory;
alter table waybill add constraint waybill_one_destination
  check (num_nonnulls(to_dealer_id, to_warehouse_id, to_factory_id, receiver) <= 1);
create index waybill_to_factory on waybill (to_factory_id) where to_factory_id is not null;
create index waybill_from_factory on waybill (from_factory_id) where from_factory_id is not null;
