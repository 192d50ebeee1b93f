-- How a list is looked at, kept under a name: filters, sort and columns.
create table list_view (
  id bigint generated always as identity primary key,
  list text not null,
  view_name text not null,
  -- Whose it is; none where it is for everybody of the enterprise.
  account_id bigint references account on delete cascade,
  query text not null,
  -- JSON, which nothing in the database looks into.
  columns text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index list_view_name_key on list_view (list, coalesce(account_id, 0), lower(view_name));
create index list_view_account on list_view (account_id);
