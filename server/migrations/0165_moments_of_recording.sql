-- Events are recorded at the moment at which they are written, and not when their transaction began: until then the transaction has
-- announced itself, so that readers know up to which moment they have seen everything.
alter table trace_event alter column recorded_at set default clock_timestamp();
