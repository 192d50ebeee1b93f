-- Cases: warnings that have one cause, looked into together. An inspector's task, evidence and settlements belong to one.
create sequence inspect_case_no;
create table inspect_case (
  id bigint generated always as identity primary key,
  case_no text not null unique,
  title text not null,
  status text not null default 'open' check (status in ('open', 'closed')),
  outcome text check (outcome in ('right', 'false_alarm')),
  -- What most of its warnings are about.
  dealer_id bigint references dealer,
  product_id bigint references product,
  lot_id bigint references lot,
  waybill_id bigint references waybill,
  province text check (province ~ '^\d\d0000$'),
  owner_id bigint not null references account,
  due_at timestamptz not null,
  reason text,
  closed_by bigint references account,
  closed_at timestamptz,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'closed') = (outcome is not null and closed_by is not null and closed_at is not null))
);
create index inspect_case_created on inspect_case (created_at desc, id desc);
create index inspect_case_open on inspect_case (owner_id, due_at) where status = 'open';
create index inspect_case_dealer on inspect_case (dealer_id, created_at desc) where dealer_id is not null;

create table case_step (
  id bigint generated always as identity primary key,
  case_id bigint not null references inspect_case,
  step text not null check (step in (
    'added', 'updated', 'note', 'warnings_added', 'warnings_removed', 'linked', 'unlinked', 'task_given', 'task_finished',
    'task_withdrawn', 'settlement_added', 'closed', 'reopened')),
  text text,
  by_id bigint not null references account,
  at timestamptz not null default now()
);
create index case_step_case on case_step (case_id, id);

-- An inspector's task: shops in the order of the route.
create sequence inspect_task_no;
create table inspect_task (
  id bigint generated always as identity primary key,
  task_no text not null unique,
  case_id bigint not null references inspect_case,
  status text not null default 'open' check (status in ('open', 'finished', 'withdrawn')),
  assignee_id bigint not null references account,
  due_at timestamptz not null,
  note text,
  result text,
  finished_by bigint references account,
  finished_at timestamptz,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'open') = (finished_at is null))
);
create index inspect_task_created on inspect_task (created_at desc, id desc);
create index inspect_task_case on inspect_task (case_id);
create index inspect_task_open on inspect_task (assignee_id, due_at) where status = 'open';

create table task_stop (
  id bigint generated always as identity primary key,
  task_id bigint not null references inspect_task,
  position smallint not null,
  name text not null,
  area_code text,
  latitude numeric(8, 6),
  longitude numeric(9, 6),
  dealer_id bigint references dealer,
  status text not null default 'open' check (status in ('open', 'inspected', 'not_found', 'closed')),
  reason text,
  done_at timestamptz,
  unique (task_id, position),
  check ((status = 'open') = (done_at is null))
);

-- Settlements with dealers, and movements of their deposits.
create sequence dealer_settlement_no;
create table dealer_settlement (
  id bigint generated always as identity primary key,
  settlement_no text not null unique,
  status text not null default 'draft' check (status in ('draft', 'agreed', 'paid', 'closed', 'withdrawn')),
  case_id bigint not null references inspect_case,
  dealer_id bigint not null references dealer,
  evidence_id bigint references forensic_case,
  refund_id bigint references refund,
  amount numeric(14, 2) not null check (amount >= 0),
  withheld numeric(14, 2) not null default 0 check (withheld >= 0),
  returned numeric(14, 2) not null default 0 check (returned >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  signatory text,
  agreed_on date,
  agreed_by bigint references account,
  agreed_at timestamptz,
  needs_approval boolean not null default false,
  approved_by bigint references account,
  approved_at timestamptz,
  paid_at timestamptz,
  closed_at timestamptz,
  note text,
  reason text,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status in ('agreed', 'paid', 'closed')) = (agreed_by is not null)),
  check ((status in ('paid', 'closed')) = (paid_at is not null)),
  check ((status = 'closed') = (closed_at is not null))
);
create index dealer_settlement_created on dealer_settlement (created_at desc, id desc);
create index dealer_settlement_case on dealer_settlement (case_id);
create index dealer_settlement_dealer on dealer_settlement (dealer_id);
create index dealer_settlement_evidence on dealer_settlement (evidence_id) where evidence_id is not null;
create index dealer_settlement_refund on dealer_settlement (refund_id) where refund_id is not null;
create index dealer_settlement_unapproved on dealer_settlement (agreed_at)
  where status = 'agreed' and needs_approval and approved_by is null;

-- The signed papers of settlements.
create table settlement_paper (
  settlement_id bigint primary key references dealer_settlement,
  name text not null,
  media_type text not null,
  hash text not null,
  content bytea not null,
  added_by bigint not null references account,
  added_at timestamptz not null default now()
);

create table deposit_movement (
  id bigint generated always as identity primary key,
  dealer_id bigint not null references dealer,
  kind text not null check (kind in ('paid_in', 'withheld', 'returned', 'reversal')),
  amount numeric(14, 2) not null check (amount <> 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  settlement_id bigint references dealer_settlement,
  -- Each movement is reversed once at most.
  reverses_id bigint unique references deposit_movement,
  note text,
  by_id bigint not null references account,
  created_at timestamptz not null default now(),
  check ((kind = 'reversal') = (reverses_id is not null))
);
create index deposit_movement_created on deposit_movement (created_at desc, id desc);
create index deposit_movement_dealer on deposit_movement (dealer_id);
create index deposit_movement_settlement on deposit_movement (settlement_id) where settlement_id is not null;

alter table enterprise add column currency text not null default 'CNY';
alter table enterprise add constraint enterprise_currency_check check (currency ~ '^[A-Z]{3}$');
alter table enterprise add column settlement_limit numeric(14, 2) not null default 10000;
alter table enterprise add constraint enterprise_settlement_limit_check check (settlement_limit >= 0);

-- A warning is in one case at most. The waybill is the one by which its goods left.
alter table consumer_warning add column case_id bigint;
alter table consumer_warning add constraint consumer_warning_case_id_fkey foreign key (case_id) references inspect_case;
create index consumer_warning_case on consumer_warning (case_id) where case_id is not null;
alter table consumer_warning add column waybill_id bigint;
alter table consumer_warning add constraint consumer_warning_waybill_id_fkey foreign key (waybill_id) references waybill;
create index consumer_warning_uncased on consumer_warning (last_at) where case_id is null and status <> 'settled';

-- A warning that was settled with its case is open again with it.
alter table warning_step drop constraint warning_step_step_check;
alter table warning_step add constraint warning_step_step_check check (step in (
    'taken', 'assigned', 'note', 'investigating', 'escalated', 'settled', 'reopened'));

-- Inspections and evidence belong to the case that they were done for. Inspections are judged by the rules of warnings, too.
alter table inspect_record add column case_id bigint;
alter table inspect_record add constraint inspect_record_case_id_fkey foreign key (case_id) references inspect_case;
create index inspect_record_case on inspect_record (case_id) where case_id is not null;
alter table inspect_record add column stop_id bigint;
alter table inspect_record add constraint inspect_record_stop_id_fkey foreign key (stop_id) references task_stop;
create index inspect_record_stop on inspect_record (stop_id) where stop_id is not null;
alter table inspect_record add column judged boolean not null default true;
alter table inspect_record alter column judged set default false;
create index inspect_record_unjudged on inspect_record (id) where not judged;
alter table forensic_case add column inspect_case_id bigint;
alter table forensic_case add constraint forensic_case_inspect_case_id_fkey foreign key (inspect_case_id) references inspect_case;
create index forensic_case_inspect_case on forensic_case (inspect_case_id) where inspect_case_id is not null;
alter table forensic_case add column inspect_id bigint;
alter table forensic_case add constraint forensic_case_inspect_id_fkey foreign key (inspect_id) references inspect_record;
create index forensic_case_inspect on forensic_case (inspect_id) where inspect_id is not null;

-- Goods that are called back or on hold are not to be seen on the market.
alter table warning_param drop constraint warning_param_rule_check;
alter table warning_param add constraint warning_param_rule_check check (rule in (
    'visits', 'travel', 'provinces', 'outside_area', 'before_shipping',
    'after_return', 'after_expiry', 'burst', 'destroyed_seen', 'recalled_seen', 'held_seen', 'overproduction'));
alter table consumer_warning drop constraint consumer_warning_rule_check;
alter table consumer_warning add constraint consumer_warning_rule_check check (rule in (
    'visits', 'travel', 'provinces', 'outside_area', 'before_shipping',
    'after_return', 'after_expiry', 'burst', 'destroyed_seen', 'recalled_seen', 'held_seen', 'overproduction'));
