-- Packages, and what was declared wrong, were counted back under no product or lot: the record was emptied before it was counted.
-- They count under the product and lot of their work order from here on, on the days and in the shifts that they were counted on.
-- Copied first: on a cluster, figures lie on the coordinator alone, and work orders on every node.
create temporary table goods_of_orders on commit drop as
  select id, product_id, coalesce(lot_id, 0) as lot_id from work_order;

update figure_delta f set product_id = o.product_id, lot_id = o.lot_id
from goods_of_orders o
where o.id = f.work_order_id
  and (f.measure in ('packages', 'remainders')
    or (f.product_id = 0 and f.measure in ('bound', 'packed', 'packed_by_people', 'loose', 'rejected')))
  and (f.product_id, f.lot_id) is distinct from (o.product_id, o.lot_id);

with moved as (
  delete from figure f using goods_of_orders o
  where o.id = f.work_order_id
    and (f.measure in ('packages', 'remainders')
      or (f.product_id = 0 and f.measure in ('bound', 'packed', 'packed_by_people', 'loose', 'rejected')))
    and (f.product_id, f.lot_id) is distinct from (o.product_id, o.lot_id)
  returning f.day, f.measure, f.work_order_id, o.product_id, o.lot_id, f.place_id, f.shift_day, f.team_id, f.cause, f.quantity
)
insert into figure as f (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, quantity)
select day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, sum(quantity) from moved
group by day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause
on conflict (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause)
  do update set quantity = f.quantity + excluded.quantity;
