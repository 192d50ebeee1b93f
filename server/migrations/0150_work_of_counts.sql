-- Counts to approve have owners and due times as other work does.
create trigger work after insert or delete or update of status, finished_at on stock_count for each row execute function note_work();
