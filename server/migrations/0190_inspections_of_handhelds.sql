-- Handhelds inspect, and compare packages with what is recorded of them.
alter table handheld_scan drop constraint handheld_scan_act_check;
alter table handheld_scan add constraint handheld_scan_act_check
  check (act in ('load', 'unload', 'receive', 'unreceive', 'move', 'return', 'count', 'uncount', 'pack', 'repack', 'commission',
    'unpack', 'replace', 'inspect'));
