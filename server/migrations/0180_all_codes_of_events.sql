-- All codes that an event names, if these are more than `codes` has and few enough to look for each: on a cluster, only their shards are asked.
-- Null for events of few codes, of very many, and of earlier versions.
alter table trace_event add column all_codes bigint[];
