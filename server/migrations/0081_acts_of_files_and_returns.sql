-- Acts that name no code themselves, as those of a packing file, tell the packages that they filled.
create temporary table filled_packages on commit drop as
  select packed_by as event_id, (array_agg(code order by code))[1:4] as codes, count(*)::integer as code_count
  from package group by packed_by;
update trace_event set codes = filled_packages.codes, code_count = filled_packages.code_count
from filled_packages where filled_packages.event_id = trace_event.id and trace_event.act = 2 and trace_event.code_count = 0;

-- The return that an act is done for, as the waybill is told of others.
alter table trace_event add column refund_id bigint;
create temporary table acts_of_returns on commit drop as
  select e.event_id, max(t.event_id) as taken_back_by
  from event_code e join event_code t on t.code = e.code and t.act = 15 and t.event_id <= e.event_id
  where e.act in (15, 16, 17, 18, 19) group by e.event_id;
update trace_event set refund_id = returned.ref_id
from (
  select a.event_id, p.ref_id
  from acts_of_returns a join trace_event t on t.id = a.taken_back_by join place p on p.id = t.place_id
  where p.kind = 'refund'
) returned
where returned.event_id = trace_event.id and not exists (
  select from waybill w where w.id = trace_event.waybill_id and w.kind = 'scrap' and trace_event.act = 19
);
