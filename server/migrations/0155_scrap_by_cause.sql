-- What was scrapped so far, labels and products, by cause, on the days of the calendar.
create temporary table told_scrapped on commit drop as
  select event_id, sum(units)::bigint as units from event_code where act = 5 group by event_id;
insert into figure (day, measure, work_order_id, product_id, lot_id, place_id, shift_day, team_id, cause, quantity)
select d.day, 'scrapped', d.work_order_id, d.product_id, d.lot_id, d.place_id, d.day, 0, d.cause, sum(d.units)
from (
  select
    (coalesce(wrong.event_time, e.event_time)
      at time zone coalesce((select time_zone from enterprise limit 1), 'Asia/Shanghai'))::date as day,
    coalesce(e.work_order_id, 0) as work_order_id, coalesce(e.product_id, 0) as product_id, coalesce(e.lot_id, 0) as lot_id,
    coalesce(e.place_id, 0) as place_id,
    -- What was declared wrong is counted back for the cause that it had given.
    coalesce(trim(case when e.corrects is null then e.reason else wrong.reason end), '') as cause,
    case when e.corrects is null then told.units else -told.units end as units
  from told_scrapped told join trace_event e on e.id = told.event_id left join trace_event wrong on wrong.id = e.corrects
  where told.units > 0
) d
group by 1, 2, 3, 4, 5, 6, 7, 8, 9
having sum(d.units) <> 0;
