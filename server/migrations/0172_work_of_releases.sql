-- Holds wait for their owner from the beginning, not only once they are overdue.
update work_rule set waiting = 'holds_to_release' where waiting = 'holds_overdue';
update work_item set waiting = 'holds_to_release' where waiting = 'holds_overdue';
update notice set params = jsonb_set(params, '{waiting}', '"holds_to_release"') where params ->> 'waiting' = 'holds_overdue';

-- Handover notes wait for the warehouse to sign.
create trigger work after insert or delete or update of status on handover for each row execute function note_work();
