-- What was settled or discarded by mistake is opened again.
alter table exception_note drop constraint exception_note_step_check;
alter table exception_note add constraint exception_note_step_check
  check (step in ('note', 'assigned', 'retried', 'settled', 'discarded', 'reopened'));
