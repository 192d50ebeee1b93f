-- Where the labels of an order went, by their codes: what a clearance destroyed, and what a person returned of a lease.
alter table line_clearance add column labels_printed bigint not null default 0;
alter table line_clearance add column labels_used bigint not null default 0;
alter table line_clearance add column labels_scrapped bigint not null default 0;
alter table line_clearance add column codes_returned bigint not null default 0;

create table line_clearance_label (
  line_clearance_id bigint not null references line_clearance,
  event_id bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  primary key (line_clearance_id, first_id)
);

create table lease_return (
  id bigint generated always as identity primary key,
  lease_id bigint not null references code_lease,
  work_order_id bigint not null references work_order,
  codes bigint not null,
  reason text not null,
  returned_by bigint not null references account,
  returned_at timestamptz not null default now()
);
create index lease_return_lease on lease_return (lease_id);
create index lease_return_order on lease_return (work_order_id);

alter table plant_item drop constraint plant_item_kind_check;
alter table plant_item add constraint plant_item_kind_check
  check (kind in ('scrap', 'sample', 'reject', 'reprint', 'clearance', 'lease'));
