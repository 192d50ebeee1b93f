-- Roles told in full, and what an enterprise makes of the menus and their buttons.

alter table role
  add column description text not null default '',
  add column two_step_required boolean not null default false,
  add column updated_at timestamptz not null default now();
alter table role drop constraint role_role_name_key;
create unique index role_name_key on role (lower(role_name));

-- Only what differs from the built-in tree has a row. names: language -> name.
create table menu_setting (
  menu_key text primary key,
  enabled boolean not null default true,
  -- Place among its siblings; those without one follow in the built-in order.
  place integer,
  names jsonb not null default '{}',
  updated_at timestamptz not null default now()
);

-- A button of the built-in tree that was renamed or switched off, or one that the enterprise added for its own systems.
create table menu_button (
  menu_button_code text primary key,
  menu_key text not null,
  added boolean not null,
  enabled boolean not null default true,
  names jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index menu_button_menu on menu_button (menu_key);

-- What the audit log is searched by, beside what it already has an index for.
create index audit_log_name on audit_log (lower(account_name), id desc);
create index audit_log_ip on audit_log (ip text_pattern_ops, id desc);
