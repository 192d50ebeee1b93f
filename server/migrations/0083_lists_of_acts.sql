-- Lists of acts: those that correct a waybill tell which correction they are part of, those that set goods of a return free tell
-- which return it was.
alter table trace_event add column amendment text, add column refund_id bigint;
alter table trace_event add constraint trace_event_amendment_check
  check (amendment in ('short_delivery', 'exchange', 'set_free'));

-- Of the acts before. An exchange ships other goods at the same time, with its reason. What was taken off into the warehouse that it
-- had left counts as set free, elsewhere as a short delivery: no more is known of them.
create temporary table amended on commit drop as
  select e.id, case
      when exists (
        select from trace_event s
        where s.act = 12 and s.waybill_id = e.waybill_id and s.event_time = e.event_time and s.reason is not null
      ) then 'exchange'
      when p.kind = 'warehouse' and p.ref_id <> b.from_warehouse_id then 'short_delivery'
      else 'set_free'
    end as amendment, e.waybill_id, e.event_time
  from trace_event e
  join waybill b on b.id = e.waybill_id
  left join place p on p.id = e.place_id
  where e.act = 14;
update trace_event e set amendment = a.amendment from amended a where a.id = e.id;
update trace_event e set amendment = 'exchange' from amended a
where a.amendment = 'exchange' and e.act = 12 and e.waybill_id = a.waybill_id and e.event_time = a.event_time;

-- The return that goods came back by last is the one that they were set free of.
create temporary table taken_back on commit drop as
  select code, event_time, place_id from event_code where act = 15;
create temporary table freed on commit drop as
  select e.id, (
      select p.ref_id from taken_back t join place p on p.id = t.place_id and p.kind = 'refund'
      where t.code = e.codes[1] and t.event_time <= e.event_time order by t.event_time desc limit 1
    ) as refund_id
  from trace_event e where e.act = 16;
update trace_event e set refund_id = f.refund_id from freed f where f.id = e.id;

-- 关联解除, 关联替换, 减货, 换货, 解除运单关联, 解除退货关联 by their time.
create index trace_event_listed on trace_event (act, event_time desc, id desc) where act in (3, 4, 14, 16);
