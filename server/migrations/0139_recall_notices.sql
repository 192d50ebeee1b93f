-- Until when receivers are to answer, by what a drill is judged, and which recall a recall widens.
alter table recall
  add column widens_id bigint,
  add column acknowledge_hours integer not null default 24,
  add column answer_hours integer not null default 72,
  add column tells boolean not null default true,
  add column target_minutes integer,
  add column instructions text,
  -- When all receivers of its goods were known.
  add column listed_at timestamptz;
alter table recall add constraint recall_widens_id_fkey foreign key (widens_id) references recall;
alter table recall add constraint recall_widens_id_check check (widens_id <> id);
alter table recall add constraint recall_acknowledge_hours_check check (acknowledge_hours between 1 and 2160);
alter table recall add constraint recall_answer_hours_check check (answer_hours between 1 and 2160);
alter table recall add constraint recall_target_minutes_check check (target_minutes between 1 and 100000);
alter table recall drop constraint recall_scope_kind_check;
alter table recall add constraint recall_scope_kind_check
  check (scope_kind in ('lot', 'work_order', 'material_lot', 'codes', 'range', 'lots'));

-- What a dealer, a factory or a warehouse is told of a recall, and how far it has answered.
create table recall_notice (
  id bigint generated always as identity primary key,
  recall_id bigint not null references recall,
  recall_no text not null,
  drill boolean not null,
  scope text not null,
  reason text not null,
  instructions text,
  status text not null default 'sent' check (status in ('sent', 'acknowledged', 'answered', 'closed')),
  dealer_id bigint references dealer,
  factory_id bigint references factory,
  warehouse_id bigint references warehouse,
  -- Its name as it was told, and that of the dealer that passed it on: each sees no other dealer.
  receiver text not null,
  parent_id bigint references recall_notice,
  passed_by text check ((passed_by is null) = (parent_id is null)),
  passed_by_dealer_id bigint references dealer check ((passed_by_dealer_id is null) = (parent_id is null)),
  units bigint not null check (units >= 0),
  accounted bigint not null default 0 check (accounted between 0 and units),
  acknowledge_by timestamptz not null,
  acknowledged_at timestamptz,
  acknowledged_by bigint references account check ((acknowledged_by is null) = (acknowledged_at is null)),
  answer_by timestamptz not null,
  answered_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(dealer_id, factory_id, warehouse_id) = 1)
);
create index recall_notice_recall on recall_notice (recall_id);
create index recall_notice_parent on recall_notice (parent_id) where parent_id is not null;
create index recall_notice_dealer on recall_notice (dealer_id) where dealer_id is not null;
create index recall_notice_passed on recall_notice (passed_by_dealer_id) where passed_by_dealer_id is not null;
create index recall_notice_factory on recall_notice (factory_id) where factory_id is not null;
create index recall_notice_sent on recall_notice (id) where status in ('sent', 'acknowledged');

-- What it got, by product and lot, and its latest answer.
create table recall_notice_line (
  id bigint generated always as identity primary key,
  notice_id bigint not null references recall_notice on delete cascade,
  product_id bigint not null references product,
  lot_id bigint references lot,
  lot text,
  units bigint not null check (units >= 0),
  waybills text[] not null default '{}',
  on_hand bigint not null default 0 check (on_hand >= 0),
  quarantined bigint not null default 0 check (quarantined >= 0),
  returned bigint not null default 0 check (returned >= 0),
  destroyed bigint not null default 0 check (destroyed >= 0),
  -- Passed on to dealers below.
  passed bigint not null default 0 check (passed >= 0),
  parent_line_id bigint references recall_notice_line,
  check (on_hand + quarantined + returned + destroyed + passed <= units)
);
create index recall_notice_line_notice on recall_notice_line (notice_id);

-- Every answer that was given.
create table recall_answer (
  id bigint generated always as identity primary key,
  notice_id bigint not null references recall_notice on delete cascade,
  line_id bigint not null references recall_notice_line on delete cascade,
  at timestamptz not null default now(),
  by_id bigint not null references account,
  on_hand bigint not null,
  quarantined bigint not null,
  returned bigint not null,
  destroyed bigint not null,
  note text
);
create index recall_answer_notice on recall_answer (notice_id, id);

create trigger work after insert or delete or update on recall_notice for each row execute function note_work();

alter index work_rule_waiting_key rename to work_rule_code_key;
create trigger work after insert or delete or update on inspect_case for each row execute function note_work();
create trigger work after insert or delete or update on inspect_task for each row execute function note_work();
create trigger work after insert or delete or update on dealer_settlement for each row execute function note_work();
create trigger work after insert or delete or update of status on shift_handover for each row execute function note_work();
