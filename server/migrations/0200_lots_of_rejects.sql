-- Rejected units of a lot are not free to be loaded: they are found by its rejections.
create index trace_event_rejects on trace_event (lot_id) where act = 7;
