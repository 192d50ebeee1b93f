-- An inspection says when a label contradicted itself or its code, and keeps what the label said.
alter table inspect_record drop constraint inspect_record_verdict_check;
alter table inspect_record add constraint inspect_record_verdict_check
  check (verdict in ('normal', 'suspected_diversion', 'false_label', 'unknown', 'void'));
alter table inspect_record add column finding text;
alter table inspect_record add constraint inspect_record_finding_check
  check (finding in ('wrong_gtin', 'contradictory_code', 'malformed_code'));
alter table inspect_record add column label text;
