-- Who is to do which kind of work, until when, and who learns of it if it is not done.
create table work_rule (
  id bigint generated always as identity primary key,
  waiting text not null,
  owner_by text not null check (owner_by in ('keeper', 'dealer_manager', 'role', 'account')),
  role_id bigint references role check ((owner_by = 'role') = (role_id is not null)),
  account_id bigint references account check ((owner_by = 'account') = (account_id is not null)),
  due_hours integer check (due_hours between 1 and 8760),
  escalate_hours integer check (escalate_hours between 0 and 8760),
  escalate_by text check (escalate_by in ('dealer_manager', 'role', 'account')),
  escalate_role_id bigint references role check ((escalate_by is not distinct from 'role') = (escalate_role_id is not null)),
  escalate_account_id bigint references account
    check ((escalate_by is not distinct from 'account') = (escalate_account_id is not null)),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((escalate_hours is null) = (escalate_by is null))
);
create unique index work_rule_waiting_key on work_rule (lower(waiting));

-- Each row that waits for somebody, from when it came up until it is done.
create table work_item (
  id bigint generated always as identity primary key,
  waiting text not null,
  subject_id bigint not null,
  what text not null,
  since timestamptz not null default now(),
  due_at timestamptz,
  owner_id bigint references account,
  role_id bigint references role,
  by_person boolean not null default false,
  warehouse_id bigint,
  about_dealer_id bigint,
  except_id bigint,
  factory_id bigint references factory,
  dealer_id bigint references dealer,
  -- Whether only people of the party do it, and none of the enterprise.
  party_only boolean not null default false,
  escalated_at timestamptz,
  escalated_account_id bigint references account,
  escalated_role_id bigint references role,
  overdue_at timestamptz,
  reminded_at timestamptz,
  ended_at timestamptz,
  check (num_nonnulls(factory_id, dealer_id) <= 1)
);
create unique index work_item_subject on work_item (waiting, subject_id) where ended_at is null;
create index work_item_owner on work_item (owner_id) where ended_at is null and owner_id is not null;
create index work_item_role on work_item (role_id) where ended_at is null and role_id is not null;
create index work_item_unowned on work_item (waiting) where ended_at is null and owner_id is null and role_id is null;
create index work_item_escalated on work_item (escalated_account_id, escalated_role_id)
  where ended_at is null and escalated_at is not null;
create index work_item_due on work_item (due_at) where ended_at is null;
create index work_item_ended on work_item (ended_at) where ended_at is not null;

create table work_item_step (
  id bigint generated always as identity primary key,
  work_item_id bigint not null references work_item on delete cascade,
  at timestamptz not null default now(),
  step text not null check (step in ('opened', 'taken', 'assigned', 'reminded', 'overdue', 'escalated', 'due', 'done')),
  by_id bigint references account,
  owner_id bigint references account,
  role_id bigint references role,
  note text
);
create index work_item_step_item on work_item_step (work_item_id, id);

-- Rows that were written and may wait for somebody, until they are looked at.
create table work_touched (
  id bigint generated always as identity primary key,
  subject text not null,
  subject_id bigint not null
);
create function note_work() returns trigger language plpgsql as $$
begin
  insert into work_touched (subject, subject_id) values (tg_table_name, coalesce(new.id, old.id));
  return null;
end
$$;
create trigger work after insert or delete or update of status, shipped_at, to_warehouse_id, to_dealer_id, to_factory_id on waybill
  for each row execute function note_work();
create trigger work after insert or delete or update on refund for each row execute function note_work();
create trigger work after insert or delete or update of status on work_order for each row execute function note_work();
create trigger work after insert or delete or update of status, owner_id, due_at on exception
  for each row execute function note_work();
create trigger work after insert or delete or update of status, owner_id, due_at on consumer_warning
  for each row execute function note_work();
create trigger work after insert or delete or update on quality_hold for each row execute function note_work();
create trigger work after insert or delete or update on recall for each row execute function note_work();

-- Notices are the outbox that channels read: once for a cause and account, and numbered in the order in which they were committed.
alter table notice
  add column due_at timestamptz,
  add column cause text,
  add column outbox_no bigint;
create unique index notice_cause on notice (account_id, cause) where cause is not null;
create unique index notice_outbox on notice (outbox_no) where outbox_no is not null;
create index notice_unnumbered on notice (id) where outbox_no is null;

-- How far each channel has read; the empty one is how far notices are numbered.
create table outbox_cursor (
  channel text primary key,
  outbox_no bigint not null
);
insert into outbox_cursor values ('', 0);
