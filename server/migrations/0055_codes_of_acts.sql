-- An act tells its first codes and how many it names by itself: they are rows of other shards, and may be thousands.
alter table trace_event
  add column codes bigint[] not null default '{}',
  add column code_count integer not null default 0;

-- Of the acts before, in the order of server/trace/capture/effects/writing/write-events.ts.
create temporary table named_codes on commit drop as
  select event_id, (array_agg(code order by naming desc, code))[1:4] as codes, count(*)::integer as code_count
  from event_code group by event_id;
update trace_event set codes = named_codes.codes, code_count = named_codes.code_count
from named_codes where named_codes.event_id = trace_event.id;
