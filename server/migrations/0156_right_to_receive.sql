-- Receiving goods is one act with one right, at the desk for arrivals, from wherever it is opened.
insert into role_permission (role_id, permission)
select r.role_id, one.permission
from role_permission r cross join (values ('arrival'), ('arrival:tally'), ('arrival:sign')) as one (permission)
where r.permission = 'freight:sign'
on conflict do nothing;
delete from role_permission where permission = 'freight:sign';
delete from menu_button where menu_button_code = 'freight:sign';
