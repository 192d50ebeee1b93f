-- Codes are bound to work orders, by ranges; and labels that were handed out are not handed out again without a reason.

-- The work order that a range of codes is meant for. No reference: work orders are kept on one node, segments on every node.
alter table code_segment add column work_order_id bigint;
alter table code_segment drop constraint code_segment_check1;
alter table code_segment add constraint code_segment_says_something check (
  product_id is not null or lot is not null or production_date is not null or closure_id is not null
  or work_order_id is not null);
create index code_segment_work_order on code_segment (work_order_id) where work_order_id is not null;
alter table code_binding add column work_order_id bigint;

-- Why codes were handed out that had been handed out before; null for the first time. The range is known of every download from
-- now on, of earlier ones only where they were labels.
alter table code_download add column reprint text;
