-- Kept apart from the account, which a cluster keeps on every node: who signs in must not need all of them.
create table last_sign_in (
  account_id bigint primary key references account on delete cascade,
  at timestamptz,
  ip text,
  -- The time step of the last code of an authenticator app, which works once.
  two_step_last bigint
);

insert into last_sign_in (account_id, at, ip)
select id, last_login_at, last_login_ip from account where last_login_at is not null;

alter table account drop column last_login_at;

alter table account drop column last_login_ip;
