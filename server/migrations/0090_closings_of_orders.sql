-- What was signed when a work order was closed, and who opened it again.

create table work_order_closing (
  id bigint generated always as identity primary key,
  work_order_id bigint not null references work_order,
  -- The reconciliation as it was then.
  figures jsonb not null,
  closed_by bigint not null references account,
  closed_at timestamptz not null,
  close_reason text,
  reopened_by bigint references account,
  reopened_at timestamptz,
  reopen_reason text,
  check ((reopened_at is null) = (reopened_by is null)),
  check ((reopened_at is null) = (reopen_reason is null))
);
-- A closed order has one closing that was not undone.
create unique index work_order_closing_in_force on work_order_closing (work_order_id) where reopened_at is null;
create index work_order_closing_order on work_order_closing (work_order_id);
