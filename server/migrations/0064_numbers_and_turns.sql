-- The next number of a series that no row has yet. Numbers that people have typed are skipped, so that nobody can block a series.
create function next_free_number(prefix text, sequence text, in_table text, in_column text) returns text
language plpgsql as $$
declare
  counted bigint;
  number text;
  taken boolean;
begin
  loop
    counted := nextval(sequence::regclass);
    number := prefix || lpad(counted::text, greatest(6, length(counted::text)), '0');
    execute format('select exists (select from %I where lower(%I) = lower($1))', in_table, in_column) into taken using number;
    if not taken then
      return number;
    end if;
  end loop;
end
$$;

-- A turn of the queue belongs to no job until it is taken: then the next job by fairness gets it, and keeps it over its runs.
alter table job add column turn uuid;
-- The server that runs it, by the identity of its data folder.
alter table job add column server uuid;
-- Bytes that its file takes in the database.
alter table job add column kept_bytes bigint not null default 0;
update job set kept_bytes = coalesce(
  (select sum(octet_length(bytes)) from job_file_piece p where p.job_id = job.id and p.file = 'original'), 0);
-- The factory or dealer whose person began it, as `factory 3`: its people share limits.
alter table job add column party text;
update job set party = coalesce('factory ' || a.factory_id, 'dealer ' || a.dealer_id) from account a where a.id = job.account_id;
create index job_party on job (party) where party is not null;
create index job_account on job (account_id, run_began_at);
create index job_open on job (kind, created_at) where state in ('waiting', 'running');
