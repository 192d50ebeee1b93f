-- How the enterprise is organised: departments, the positions in them, and who holds which.

create table department (
  id bigint generated always as identity primary key,
  depart_code text not null,
  depart_name text not null,
  parent_id bigint references department,
  leader_id bigint references account,
  -- Place among the departments of the same parent.
  sort integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (parent_id <> id)
);
create unique index department_code_key on department (lower(depart_code));
create index department_parent on department (parent_id, sort, id);
create index department_leader on department (leader_id);

create table position (
  id bigint generated always as identity primary key,
  department_id bigint not null references department,
  position_name text not null,
  description text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, department_id)
);
create unique index position_name_key on position (department_id, lower(position_name));

-- Roles that whoever holds the position has.
create table position_role (
  position_id bigint not null references position on delete cascade,
  role_id bigint not null references role,
  primary key (position_id, role_id)
);
create index position_role_role on position_role (role_id);
create index account_role_role on account_role (role_id);

alter table account
  add column department_id bigint references department,
  add column position_id bigint,
  add column phone text,
  add column email text,
  -- What the account is found by: names, and how they are pronounced.
  add column search_text text not null default '',
  -- A position is held in its own department.
  add constraint account_position_fkey foreign key (position_id, department_id) references position (id, department_id),
  add constraint account_position_department check (position_id is null or department_id is not null),
  -- Departments are the enterprise's own, and so are its administrators.
  add constraint account_department_enterprise check (department_id is null or account_type = 1),
  add constraint account_administrator_enterprise check (not administrator or account_type = 1);
create index account_department on account (department_id);
create index account_position on account (position_id);
create index account_factory on account (factory_id);
create index account_dealer on account (dealer_id);
create index account_created on account (created_at desc, id desc);
update account set search_text = lower(account_name || ' ' || name);
