-- Cases, inspectors' tasks and settlements that wait for approval are items of work.
create trigger work after insert or delete or update of status, owner_id, due_at on inspect_case
  for each row execute function note_work();
create trigger work after insert or delete or update of status, assignee_id, due_at on inspect_task
  for each row execute function note_work();
create trigger work after insert or delete or update of status, approved_by on dealer_settlement
  for each row execute function note_work();
