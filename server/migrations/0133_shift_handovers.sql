-- Hand-overs of shifts: what a team leaves to the next one, signed by both.
create sequence shift_no;

create table shift_handover (
  id bigint generated always as identity primary key,
  shift_no text not null,
  status text not null default 'draft' check (status in ('draft', 'handed', 'received')),
  team_id bigint not null references team,
  line_id bigint,
  day date not null,
  shift_start text not null,
  shift_end text not null,
  planned bigint,
  made bigint,
  rejected bigint,
  exceptions bigint,
  -- What was signed; null until then.
  figures jsonb,
  notes text,
  handed_by bigint references account,
  handed_name text,
  handed_at timestamptz,
  received_by bigint references account,
  received_name text,
  received_at timestamptz,
  reply text,
  created_by bigint not null references account,
  created_name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index shift_handover_code_key on shift_handover (shift_no);
create unique index shift_handover_of_shift on shift_handover (team_id, day, coalesce(line_id, 0));
create index shift_handover_created on shift_handover (created_at desc, id desc);
create index shift_handover_handed on shift_handover (handed_at) where status = 'handed';

create table shift_signature_taken_back (
  id bigint generated always as identity primary key,
  shift_handover_id bigint not null references shift_handover on delete cascade,
  signature text not null check (signature in ('handed', 'received')),
  signed_by bigint not null references account,
  signed_at timestamptz not null,
  taken_back_by bigint not null references account,
  taken_back_at timestamptz not null default now(),
  reason text not null
);
create index shift_signature_taken_back_of on shift_signature_taken_back (shift_handover_id);
