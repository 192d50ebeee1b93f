-- A warehouse and the warehouses within it, which are its zones: what lies in a zone lies in the warehouse. Whatever asks whether
-- goods are in a warehouse asks this.
create function warehouses_within(top bigint) returns setof bigint
language sql stable strict
as $$
  with recursive within as (
    select id from warehouse where id = top
    union
    select w.id from warehouse w join within i on w.parent_id = i.id
  )
  select id from within
$$;
