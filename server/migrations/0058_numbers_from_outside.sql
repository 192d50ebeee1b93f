-- Numbers that machines and files tell have a range, and no sum of them ends a query.

-- A sum, as it is stored and read: a whole number that JavaScript has exactly. What is larger is told as the largest one.
create function safe_integer(amount numeric) returns bigint language sql immutable parallel safe as $$
  select case
    when amount between -9007199254740991 and 9007199254740991 then amount::bigint
    else (sign(amount) * 9007199254740991)::bigint
  end
$$;

-- Up to when the reads of a machine are accounted for; and the last count of it that its line cannot have reached.
alter table device_heartbeat
  add column counted_until timestamptz,
  add column doubted_at timestamptz,
  add column doubted_reads bigint;
update device_heartbeat set counted_until = seen_at where counted is not null;

-- Reads that no line can have made: at a hundred thousand a minute, a week's. What was told of their work orders is forgotten, in
-- stretches and figures alike, for it cannot be told apart from what was read.
create temporary table doubted_order on commit drop as
  select work_order_id from line_stretch where greatest(reads, good_reads) > 1000000000
  union
  select work_order_id from figure where measure in ('reads', 'good_reads') and abs(quantity::numeric) > 1000000000
  union
  select work_order_id from figure_delta where measure in ('reads', 'good_reads') and abs(quantity::numeric) > 1000000000;
update line_stretch set reads = 0, good_reads = 0 where work_order_id in (select work_order_id from doubted_order);
delete from figure where measure in ('reads', 'good_reads') and work_order_id in (select work_order_id from doubted_order);
delete from figure_delta where measure in ('reads', 'good_reads') and work_order_id in (select work_order_id from doubted_order);
