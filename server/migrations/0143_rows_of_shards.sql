-- On a cluster, a local table that refers to a reference table is kept as a shard, whose name ends with a number.
create or replace function note_work() returns trigger language plpgsql as $$
begin
  insert into work_touched (subject, subject_id)
  values (regexp_replace(tg_table_name, '_\d{6,}$', ''), coalesce(new.id, old.id));
  return null;
end
$$;
