-- People and orders of codes are found among hundreds of thousands as products are.
alter table account
  add column search_grams tsvector generated always as (search_grams(search_text)) stored;
create index account_search on account using gin (search_grams);

alter table code_order
  add column search_text text generated always as (lower(order_no)) stored,
  add column search_grams tsvector generated always as (search_grams(lower(order_no))) stored;
create index code_order_search on code_order using gin (search_grams);
create index code_order_by_number on code_order (lower(order_no));

-- What an account is told of: something happened that it asked for, or that it is asked to do.
create table notice (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  kind text not null,
  -- What the text of its kind says.
  params jsonb not null default '{}',
  -- Where it leads: screens with the query of their address, the first of them that the account may open.
  leads jsonb not null default '[]',
  -- What it is about: such notices are settled together.
  about text,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notice_account on notice (account_id, id desc);
create index notice_unread on notice (account_id) where read_at is null;
create index notice_about on notice (about) where read_at is null;
create index notice_time on notice (created_at);

-- Work that waits for somebody is counted often, and little of all there is waits.
create index code_closure_asked on code_closure (asked_at) where status = 'reopen_asked';
create index work_order_finished on work_order (id) where status = 'finished';

-- When and from where the account signed in before this session began.
alter table session
  add column previous_login_at timestamptz,
  add column previous_login_ip text;
