-- Who signs in, what they may do, and what codes refer to.

create table account (
  id bigint generated always as identity primary key,
  account_name text not null,
  account_type smallint not null check (account_type in (1, 2, 3)),
  name text not null,
  password_hash text not null,
  must_change_password boolean not null default false,
  administrator boolean not null default false,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  last_login_at timestamptz,
  last_login_ip text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index account_name_key on account (lower(account_name));

create table role (
  id bigint generated always as identity primary key,
  role_name text not null unique,
  created_at timestamptz not null default now()
);
create table role_permission (
  role_id bigint not null references role on delete cascade,
  permission text not null,
  primary key (role_id, permission)
);
create table account_role (
  account_id bigint not null references account on delete cascade,
  role_id bigint not null references role on delete cascade,
  primary key (account_id, role_id)
);

-- A token is 256 random bits; only its SHA-256 is kept.
create table session (
  token_hash bytea primary key,
  account_id bigint not null references account on delete cascade,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip text not null,
  user_agent text not null
);
create index session_account on session (account_id);

create table product (
  id bigint generated always as identity primary key,
  product_code text not null,
  product_name text not null,
  gtin text,
  spec text,
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index product_code_key on product (lower(product_code));
create index product_created on product (created_at desc, id desc);

-- id is the rule number of a code id (rule_no * 2^40 + counter); a code id is a safe integer up to rule 8191.
create table code_rule (
  id integer generated always as identity primary key check (id between 1 and 8191),
  rule_name text not null,
  level smallint not null check (level between 1 and 4),
  prefix text not null,
  alphabet text not null,
  body_length smallint not null,
  check_name text not null,
  carrier text not null,
  key_sealed bytea not null,
  capacity bigint not null,
  issued bigint not null default 0 check (issued >= 0 and issued <= capacity),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index code_rule_name_key on code_rule (lower(rule_name));

-- A range of code ids: all that issuing codes stores.
create table code_order (
  id bigint generated always as identity primary key,
  order_no text not null unique,
  rule_id integer not null references code_rule,
  product_id bigint references product,
  quantity bigint not null check (quantity > 0),
  first_id bigint not null unique,
  last_id bigint not null,
  purpose text,
  status text not null default 'open' check (status in ('open', 'closed')),
  close_reason text,
  closed_at timestamptz,
  closed_by bigint references account,
  created_by bigint not null references account,
  created_at timestamptz not null default now(),
  check (last_id = first_id + quantity - 1),
  check ((status = 'closed') = (closed_at is not null))
);
create index code_order_created on code_order (created_at desc, id desc);
create index code_order_rule on code_order (rule_id);
create index code_order_product on code_order (product_id);

create table code_download (
  id uuid primary key,
  order_id bigint not null references code_order,
  account_id bigint not null references account,
  format text not null,
  compress text not null,
  state text not null check (state in ('waiting', 'running', 'done', 'broken')),
  ticket_hash bytea unique,
  ticket_expires_at timestamptz,
  sent bigint not null default 0,
  ip text not null,
  started_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  ended_at timestamptz
);
create index code_download_order on code_download (order_id, started_at desc);
