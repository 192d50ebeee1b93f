-- The SHA-256 of a file that somebody took: whether one that turns up is the one that left can be told.
alter table access_log add column sha256 text;
alter table access_log add constraint access_log_sha256_check check (sha256 ~ '^[0-9a-f]{64}$');
create index access_log_files on access_log (id desc) where sha256 is not null;
