-- Who sees to a dealer: a person of the enterprise, to whom warnings about the dealer go.
alter table dealer add column manager_id bigint;
alter table dealer add constraint dealer_manager_id_fkey foreign key (manager_id) references account;
create index dealer_manager on dealer (manager_id) where manager_id is not null;

-- Until when a warning should be looked into.
alter table consumer_warning add column due_at timestamptz;

-- What waits for somebody, each by an index that holds no other rows.
create index consumer_warning_owner on consumer_warning (owner_id) where status <> 'settled';
create index waybill_under_way on waybill (to_warehouse_id, to_dealer_id) where status = 'shipped';
create index refund_open on refund (warehouse_id, status) where status <> 'closed';
create index recall_open on recall (begun_by) where status = 'begun';
create index consumer_warning_undue on consumer_warning (id) where status = 'new' and due_at is null;
