-- What arrived damaged is held as it is signed for: the waybill that it came by, of holds that were not made by hand.
alter table quality_hold add column waybill_id bigint;
alter table quality_hold add constraint quality_hold_waybill_id_fkey foreign key (waybill_id) references waybill;
create index quality_hold_waybill on quality_hold (waybill_id) where waybill_id is not null;
