-- What the console tells of a sign-in stands in the line of the sign-in, not in one of its own.
update login_log s
set claimed_ip = n.claimed_ip
from login_log n
where n.result = 'notice'
  and s.result = 'success'
  and s.claimed_ip is null
  and s.account_id = n.account_id
  and s.ip = n.ip
  and s.at between n.at - interval '10 minutes' and n.at
  and n.claimed_ip is not null;

delete from login_log n
where n.result = 'notice'
  and exists (
    select from login_log s
    where s.result = 'success'
      and s.account_id = n.account_id
      and s.ip = n.ip
      and s.at between n.at - interval '10 minutes' and n.at
  );
