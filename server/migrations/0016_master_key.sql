-- The master keys that this database was sealed under, one after the other; the last one is in use.
create table master_key (
  id bigint generated always as identity primary key,
  -- A hash under the key, by which it is known. It tells nothing of the key.
  mark text not null unique,
  began_at timestamptz not null default now(),
  retired_at timestamptz,
  -- The last record of the audit log that was written under it.
  last_record_id bigint,
  last_record_mac text,
  -- The keys of its hashes, sealed under the key in use: what was hashed under it can still be compared.
  audit_key_sealed bytea,
  recovery_key_sealed bytea,
  check (num_nulls(retired_at, last_record_id, last_record_mac, audit_key_sealed, recovery_key_sealed) in (0, 5))
);
create unique index master_key_in_use on master_key ((retired_at is null)) where retired_at is null;
