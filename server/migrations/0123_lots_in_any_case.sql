-- A lot that is written for the first time is looked for in any case.
create index lot_in_any_case on lot (product_id, lower(lot_no));
create index work_order_lot_in_any_case on work_order (product_id, lower(lot)) where lot is not null;
create index code_segment_lot_in_any_case on code_segment (lower(lot)) where lot is not null;
