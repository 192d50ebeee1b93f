-- What the enterprise's own events in the words of EPCIS are read by (docs/decisions/epcis-server.md).
-- All packages of an event that packed very many.
create index package_packed_by on package (packed_by);
-- All that an event took out of packages.
create index packing_past_undone_by on packing_past (undone_by);
-- Events in the order in which they happened.
create index trace_event_time on trace_event (event_time, id);
