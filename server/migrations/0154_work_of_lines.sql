-- What waits at lines: alarms, clearances to sign, and stops without a reason.
create trigger work after insert or delete or update of cleared_at, acknowledged_at on line_alarm
  for each row execute function note_work();
create trigger work after insert or delete or update of status on line_clearance
  for each row execute function note_work();
create trigger work after insert or delete or update of reason_id, void_at on line_stop
  for each row execute function note_work();
