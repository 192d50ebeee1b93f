-- The job whose file an act came from. It used to be told by the batch key, which callers also write.
alter table trace_event add column job_id uuid;
update trace_event e set job_id = j.id from job j
where e.batch_key = 'job:' || j.id and e.account_id = j.account_id and e.device_key_id is null;

-- A batch key is unique for its sender and the call that it was sent by, and stands for one content. Rows from before say
-- neither: they answer for every call, and for every content.
alter table act_batch
  add column call text not null default '',
  add column fingerprint bytea;
alter table act_batch drop constraint act_batch_pkey;
alter table act_batch add primary key (source, batch_key, call);
