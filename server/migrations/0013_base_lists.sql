-- What the lists of partners, places and materials can be sorted by; the order by creation is there already.
create index dealer_by_change on dealer (updated_at, id);
create index ship_to_by_code on ship_to (ship_to_code, id);
create index ship_to_by_name on ship_to (ship_to_name, id);
create index ship_to_by_change on ship_to (updated_at, id);
create index factory_by_code on factory (kind, factory_code, id);
create index factory_by_name on factory (kind, factory_name, id);
create index factory_by_change on factory (kind, updated_at, id);
create index warehouse_by_code on warehouse (warehouse_code, id);
create index warehouse_by_name on warehouse (warehouse_name, id);
create index warehouse_by_change on warehouse (updated_at, id);
create index packaging_supplier_by_code on packaging_supplier (supplier_code, id);
create index packaging_supplier_by_name on packaging_supplier (supplier_name, id);
create index packaging_supplier_by_change on packaging_supplier (updated_at, id);
create index material_by_code on material (material_code, id);
create index material_by_name on material (material_name, id);
create index material_by_change on material (updated_at, id);

-- Few are disabled, so these stay small.
create index dealer_disabled on dealer (created_at desc, id desc) where status = 'disabled';
create index ship_to_disabled on ship_to (created_at desc, id desc) where status = 'disabled';
create index factory_disabled on factory (kind, created_at desc, id desc) where status = 'disabled';
create index warehouse_disabled on warehouse (created_at desc, id desc) where status = 'disabled';
create index packaging_supplier_disabled on packaging_supplier (created_at desc, id desc) where status = 'disabled';
create index material_disabled on material (created_at desc, id desc) where status = 'disabled';

-- When a picture was sent last. One that nothing shows is kept for a day more: its form may not be saved yet.
alter table picture add column sent_at timestamptz not null default now();
create index picture_sent on picture (sent_at);
