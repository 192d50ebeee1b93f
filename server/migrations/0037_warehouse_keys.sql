-- The system of a warehouse calls by a key as a line's devices do: a key is of a line or of a warehouse.

alter table device_key
  alter column line_id drop not null,
  add column warehouse_id bigint;
alter table device_key add constraint device_key_warehouse_id_fkey foreign key (warehouse_id) references warehouse;
alter table device_key add constraint device_key_owner check (num_nonnulls(line_id, warehouse_id) = 1);
create unique index device_key_warehouse_name_key on device_key (warehouse_id, lower(name)) where revoked_at is null;
