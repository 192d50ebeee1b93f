-- When work orders are to be made, and how many run on a line at once.

-- The first and the last day; an order that is no draft has both.
alter table work_order add column planned_from date;
alter table work_order add column planned_to date;
update work_order set
  planned_from = coalesce(production_date, (coalesce(started_at, released_at, created_at) at time zone 'UTC')::date),
  planned_to = coalesce(production_date, (coalesce(started_at, released_at, created_at) at time zone 'UTC')::date)
where status <> 'draft';
alter table work_order add constraint work_order_planned_check check (planned_to >= planned_from);
create index work_order_planned on work_order (planned_from, planned_to);

-- Why it was started beside others on a line that runs one at a time.
alter table work_order add column beside_reason text;
-- Since when it is held: late acts of devices from before are taken. The time of earlier holds is known from the last change.
alter table work_order add column held_at timestamptz;
update work_order set held_at = updated_at where status = 'held';

alter table production_line add column orders_at_once text not null default 'one';
alter table production_line add constraint production_line_orders_at_once_check check (orders_at_once in ('one', 'several'));

-- How far the clock of a device was ahead of the server at its last heartbeat, in milliseconds; null where it does not tell its time.
alter table device_heartbeat add column clock_ahead bigint;
