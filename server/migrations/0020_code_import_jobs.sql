-- The job that reads the file of an import. Its codes are numbered when its turn comes.
alter table code_import add column job_id uuid references job on delete set null;
alter table code_import alter column first_id drop not null;
alter table code_import drop constraint code_import_state_check;
alter table code_import add constraint code_import_state_check
  check (state in ('waiting', 'reading', 'read', 'taken', 'discarded', 'broken'));
-- What a server had read that is gone is no job: it is sent again.
delete from imported_code using (
    select min(first_id) as first_id from code_import where state = 'reading'
  ) i
  where code_id >= i.first_id;
update code_import set state = 'broken' where state = 'reading';
