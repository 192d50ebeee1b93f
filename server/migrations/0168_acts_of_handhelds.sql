-- Handhelds do more than load: what a scan needs besides its code, and documents of every kind.
alter table handheld_scan alter column document_id drop not null;
alter table handheld_scan add column document_no text;
alter table handheld_scan add column codes text[] not null default '{}';
-- How it was done: by itself, damaged, as a remainder, out of another package.
alter table handheld_scan add column manner jsonb not null default '{}';
alter table handheld_scan rename column override_reason to reason;
update handheld_scan s set document_no = b.waybill_no from waybill b where b.id = s.document_id;

alter table handheld_scan drop constraint handheld_scan_act_check;
alter table handheld_scan add constraint handheld_scan_act_check
  check (act in ('load', 'unload', 'receive', 'unreceive', 'move', 'return', 'count', 'uncount', 'pack', 'commission',
    'unpack', 'replace'));
alter table handheld_scan drop constraint handheld_scan_settled_how_check;
update handheld_scan set settled_how = 'done_anyway' where settled_how = 'loaded_anyway';
alter table handheld_scan add constraint handheld_scan_settled_how_check
  check (settled_how in ('dropped', 'done_anyway', 'in_console'));
