-- Acts that name no code themselves, as those of a packing file, tell the packages that they filled.
create temporary table filled_packages on commit drop as
  select packed_by as event_id, (array_agg(code order by code))[1:4] as codes, count(*)::integer as code_count
  from package group by packed_by;
update trace_event set codes = filled_packages.codes, code_count = filled_packages.code_count
from filled_packages where filled_packages.event_id = trace_event.id and trace_event.act = 2 and trace_event.code_count = 0;
