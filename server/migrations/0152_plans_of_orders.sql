-- A work order may have a sample plan of its own, and a result says under which order it was recorded.
alter table sample_plan add column work_order_id bigint;
alter table sample_plan add constraint sample_plan_work_order_id_fkey
  foreign key (work_order_id) references work_order on delete cascade;
drop index sample_plan_test;
create unique index sample_plan_test on sample_plan (product_id, lower(test_name)) where work_order_id is null;
create unique index sample_plan_test_of_order on sample_plan (work_order_id, lower(test_name)) where work_order_id is not null;

alter table lot_result add column work_order_id bigint;
alter table lot_result add constraint lot_result_work_order_id_fkey foreign key (work_order_id) references work_order;
update lot_result r set work_order_id = (select min(o.id) from work_order o where o.lot_id = r.lot_id);
alter table lot_result alter column work_order_id set not null;
create index lot_result_order on lot_result (work_order_id);
