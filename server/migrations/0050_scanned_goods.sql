-- What a scan was answered by: the lot that acts say the goods are of, and where they said that these were. Who looks at scans
-- afterwards need not find it out again.
alter table consumer_scan
  add column lot_id bigint,
  add column place_id bigint;
