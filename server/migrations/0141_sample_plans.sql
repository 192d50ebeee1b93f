-- Sample plans of products, and the results of the tests of lots.
create table sample_plan (
  id bigint generated always as identity primary key,
  product_id bigint not null references product,
  test_name text not null,
  point text not null default 'any' check (point in ('any', 'start', 'middle', 'end')),
  samples integer not null,
  every integer,
  use text not null default 'tested' check (use in ('tested', 'retained')),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  search_text text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index sample_plan_test on sample_plan (product_id, lower(test_name));

create table lot_result (
  id bigint generated always as identity primary key,
  lot_id bigint not null references lot,
  plan_id bigint not null references sample_plan,
  passed boolean not null,
  note text,
  given_by bigint not null references account,
  given_at timestamptz not null default now(),
  withdrawn_by bigint references account,
  withdrawn_at timestamptz,
  withdrawal_reason text
);
create index lot_result_lot on lot_result (lot_id, plan_id, id desc);
create index lot_result_plan on lot_result (plan_id);

-- Why quality released a lot although samples or results were missing.
alter table lot add column quality_reason text;
