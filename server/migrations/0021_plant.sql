-- The enterprise's own factories with what stands in them: workshops, production lines and their devices, and teams.

-- What GS1 calls the place: 13 digits, and what tells places within it apart.
alter table factory add column gln text;
alter table factory add column gln_extension text;
alter table factory add constraint factory_gln_check check (gln ~ '^\d{13}$');
alter table factory add constraint factory_gln_extension_check check (gln_extension is null or gln is not null);
-- Where its goods go.
alter table factory add column warehouse_id bigint;
alter table factory add constraint factory_warehouse_id_fkey foreign key (warehouse_id) references warehouse;
create index factory_warehouse on factory (warehouse_id);

create table workshop (
  id bigint generated always as identity primary key,
  factory_id bigint not null references factory,
  workshop_code text not null,
  workshop_name text not null,
  remark text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index workshop_code_key on workshop (factory_id, lower(workshop_code));

create table production_line (
  id bigint generated always as identity primary key,
  workshop_id bigint not null references workshop,
  line_code text not null,
  line_name text not null,
  -- Units a minute.
  nominal_speed integer check (nominal_speed >= 1),
  -- Objects with `kind` and `name`, in the order in which the goods pass them.
  stations jsonb not null default '[]' check (jsonb_typeof(stations) = 'array'),
  remark text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index production_line_code_key on production_line (lower(line_code));
create index production_line_workshop on production_line (workshop_id);

-- With a device key a device calls for its line. The key itself is kept nowhere.
create table device_key (
  id bigint generated always as identity primary key,
  line_id bigint not null references production_line on delete cascade,
  name text not null,
  secret_hash bytea not null,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  revoked_at timestamptz
);
create unique index device_key_hash_key on device_key (secret_hash);
create unique index device_key_name_key on device_key (line_id, lower(name)) where revoked_at is null;
create index device_key_creator on device_key (created_by);

create table team (
  id bigint generated always as identity primary key,
  factory_id bigint not null references factory,
  team_code text not null,
  team_name text not null,
  -- As a clock shows them; an end before the start is on the next day.
  shift_start text not null check (shift_start ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  shift_end text not null check (shift_end ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  remark text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index team_code_key on team (factory_id, lower(team_code));

create table team_member (
  team_id bigint not null references team on delete cascade,
  account_id bigint not null references account,
  primary key (team_id, account_id)
);
create index team_member_account on team_member (account_id);
