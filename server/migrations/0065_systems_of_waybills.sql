-- The system (WMS) that made a waybill or shipped it, by its name at that time. The accounts beside it are of people who retried
-- what it had sent; before, the maker of its key stood for it.
alter table waybill
  alter column created_by drop not null,
  add column made_by_system text,
  add column shipped_by_system text;
