-- A consumer who asks for goods that were lost on their way is told so.
alter table consumer_scan drop constraint consumer_scan_verdict_check;
alter table consumer_scan add constraint consumer_scan_verdict_check
  check (verdict in ('genuine', 'repeated', 'recalled', 'lost', 'unbound', 'void', 'unknown')) not valid;

-- Templates of the consumer's page have a colour for each verdict.
update scan_template_version set design = jsonb_set(design, '{colours,lost}', design #> '{colours,recalled}');
