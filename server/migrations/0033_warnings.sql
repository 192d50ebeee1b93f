-- What scans give cause to suspect, by which limits, and what people found out about it; inspections and evidence.

-- Limits of rules: every change is a version of its own, and none is changed. Of a product, or of all (0).
create table warning_param (
  id bigint generated always as identity primary key,
  rule text not null check (rule in (
    'visits', 'travel', 'provinces', 'outside_area', 'before_shipping',
    'after_return', 'after_expiry', 'burst', 'destroyed_seen')),
  product_id bigint not null default 0,
  version integer not null,
  enabled boolean not null,
  limits jsonb not null,
  -- The product has limits of its own; else it goes by those of all from this version on.
  own boolean not null default true,
  reason text,
  changed_by bigint not null references account,
  changed_at timestamptz not null default now()
);
create unique index warning_param_key on warning_param (rule, product_id, version desc);

-- Up to when scans were looked at.
create table warning_cursor (
  one boolean primary key default true check (one),
  read_until timestamptz not null
);
insert into warning_cursor (read_until) values (now());

create table consumer_warning (
  id bigint generated always as identity primary key,
  rule text not null check (rule in (
    'visits', 'travel', 'provinces', 'outside_area', 'before_shipping',
    'after_return', 'after_expiry', 'burst', 'destroyed_seen')),
  -- The code, or the network; and as it is kept in scans.
  subject text not null,
  code_id bigint,
  code text,
  product_id bigint,
  dealer_id bigint,
  region text not null,
  place_basis text not null check (place_basis in ('told', 'address', 'none')),
  -- What the rule saw when it fired, and the limits that it went by: never changed.
  param_version integer not null,
  limits jsonb not null,
  figures jsonb not null,
  visits jsonb not null,
  times integer not null default 1,
  fired_at timestamptz not null default now(),
  first_at timestamptz not null,
  last_at timestamptz not null,
  status text not null default 'new' check (status in ('new', 'taken', 'investigating', 'escalated', 'settled')),
  owner_id bigint references account,
  outcome text check (outcome in ('right', 'false_alarm')),
  reason text,
  settled_by bigint references account,
  settled_at timestamptz,
  check ((status = 'settled') = (outcome is not null and settled_by is not null and settled_at is not null))
);
-- One for one cause, as long as nobody has settled it.
create unique index consumer_warning_cause on consumer_warning (rule, subject) where outcome is null;
create index consumer_warning_fired on consumer_warning (fired_at desc, id desc);
create index consumer_warning_status on consumer_warning (status, fired_at desc, id desc);
create index consumer_warning_rule on consumer_warning (rule, fired_at desc, id desc);
create index consumer_warning_subject on consumer_warning (subject, rule);
create index consumer_warning_dealer on consumer_warning (dealer_id, fired_at desc) where dealer_id is not null;

-- What was done about a warning, step by step.
create table warning_step (
  id bigint generated always as identity primary key,
  warning_id bigint not null references consumer_warning,
  step text not null check (step in ('taken', 'assigned', 'note', 'investigating', 'escalated', 'settled')),
  text text,
  by_id bigint not null references account,
  at timestamptz not null default now()
);
create index warning_step_warning on warning_step (warning_id, id);

-- 稽查: what somebody found, where, against what was expected.
create table inspect_record (
  id bigint generated always as identity primary key,
  code text not null,
  code_id bigint,
  verdict text not null check (verdict in ('normal', 'suspected_diversion', 'unknown', 'void')),
  product_id bigint,
  lot text,
  expected_dealer_id bigint,
  found_dealer_id bigint,
  area_code text,
  latitude numeric(8, 6),
  longitude numeric(9, 6),
  accuracy integer,
  -- What was expected, as it was answered.
  expected jsonb,
  note text,
  inspected_by bigint not null references account,
  inspected_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create index inspect_record_time on inspect_record (inspected_at desc, id desc);
create index inspect_record_code on inspect_record (code_id, inspected_at desc) where code_id is not null;
create index inspect_record_verdict on inspect_record (verdict, inspected_at desc, id desc);
create index inspect_record_dealer on inspect_record (expected_dealer_id, inspected_at desc) where expected_dealer_id is not null;

-- 取证: evidence, which nothing changes once it is sealed.
create sequence forensic_no;
create table forensic_case (
  id bigint generated always as identity primary key,
  case_no text not null unique,
  -- Given by who sends it: a case that is sent twice is there once.
  draft_key text unique,
  status text not null default 'draft' check (status in ('draft', 'sealed')),
  code text,
  code_id bigint,
  dealer_id bigint references dealer,
  place text,
  area_code text,
  latitude numeric(8, 6),
  longitude numeric(9, 6),
  found_at timestamptz not null,
  note text,
  -- From the dealer to the case, as it was when it was sealed.
  chain jsonb,
  -- SHA-256 over all facts and pictures, in the form that `seal.ts` gives them.
  seal text check (seal ~ '^[0-9a-f]{64}$'),
  sealed_at timestamptz,
  sealed_by bigint references account,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null)),
  check ((status = 'sealed') = (seal is not null and sealed_at is not null and sealed_by is not null))
);
create index forensic_case_time on forensic_case (created_at desc, id desc);
create index forensic_case_dealer on forensic_case (dealer_id, created_at desc) where dealer_id is not null;
create index forensic_case_code on forensic_case (code_id, created_at desc) where code_id is not null;

-- A picture as the camera made it, and small enough to be shown, without what it says of its camera and place.
create table forensic_photo (
  id bigint generated always as identity primary key,
  case_id bigint not null references forensic_case on delete cascade,
  -- Given by who sends it: one that is sent twice is there once.
  upload_key text not null,
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  bytes integer not null,
  original bytea not null,
  shown bytea not null,
  thumb bytea not null,
  -- What the camera says.
  taken_at text,
  latitude numeric(8, 6),
  longitude numeric(9, 6),
  camera text,
  added_by bigint not null references account,
  added_at timestamptz not null default now(),
  check ((latitude is null) = (longitude is null))
);
create unique index forensic_photo_upload on forensic_photo (case_id, upload_key);
