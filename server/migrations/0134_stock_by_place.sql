-- Goods that a count of a warehouse did not find are at a place of their own, by the warehouse that they are missing from.
alter table place drop constraint place_kind_check;
alter table place add constraint place_kind_check check (
  kind in ('warehouse', 'factory', 'line', 'ship_to', 'dealer', 'waybill', 'refund', 'outside', 'lost', 'missing'));

-- What lies at a place, down to its codes, is found by the packages of its lots. Those of no single lot, and single units that
-- events have left somewhere, are few among all.
create index package_of_no_lot on package (product_id) where lot_id is null;
create index event_code_single on event_code (place_id, code) where units = 1 and place_id is not null;

-- Lists of what was done at desks, now also of what was stored (9) and missed (25).
drop index trace_event_listed;
create index trace_event_listed on trace_event (act, event_time desc, id desc) where act in (3, 4, 9, 14, 16, 25);

-- For how many days goods have to last at least when they are sold.
alter table product add column min_remaining_days integer;
alter table product add constraint product_min_remaining_days_check check (min_remaining_days > 0);
alter table dealer add column min_remaining_days integer;
alter table dealer add constraint dealer_min_remaining_days_check check (min_remaining_days > 0);
