-- Goods that somebody keeps back without calling them back: consumers are told nothing. A hold waits for its owner until it is due.
create sequence quality_hold_no;
create table quality_hold (
  id bigint generated always as identity primary key,
  hold_no text not null unique,
  status text not null default 'held' check (status in ('held', 'released')),
  scope_kind text not null check (scope_kind in ('lot', 'work_order', 'material_lot', 'codes', 'place')),
  -- What was chosen, in words.
  scope text not null,
  reason text not null,
  owner_id bigint not null references account,
  due_at timestamptz not null,
  released_at timestamptz,
  released_by bigint references account,
  release_reason text,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'released') = (released_at is not null))
);
create index quality_hold_created on quality_hold (created_at desc, id desc);
create index quality_hold_due on quality_hold (due_at) where status = 'held';

-- A warehouse can be held as well: whatever lies in it. `exempts`: the code, with what lies in it, was released from the other
-- holds of the same recall or quality hold.
alter table hold add column quality_hold_id bigint;
alter table hold add column place_id bigint;
alter table hold add column exempts boolean not null default false;
alter table hold add constraint hold_quality_hold_id_fkey foreign key (quality_hold_id) references quality_hold;
alter table hold add constraint hold_place_id_fkey foreign key (place_id) references place;
alter table hold drop constraint hold_check;
alter table hold add constraint hold_about check (num_nonnulls(lot_id, code, place_id) = 1);
alter table hold add constraint hold_for_one check (num_nonnulls(recall_id, quality_hold_id) <= 1);
alter table hold add constraint hold_exempts_codes check (not exempts or code is not null);
create index hold_quality_hold on hold (quality_hold_id) where quality_hold_id is not null;
create index hold_event on hold (event_id);

-- Codes that were released from a recall one by one, with what lay in them.
alter table recall_goods add column released boolean not null default false;

-- Recalls under way wait to be closed.
create index recall_begun on recall (id) where status = 'begun';
