-- The states of machines that a stop can be told by (PackML, OPC UA for Machinery).
alter table line_stop add constraint line_stop_state_check check (state in (
  'clearing', 'stopped', 'starting', 'idle', 'suspended', 'execute', 'stopping', 'aborting', 'aborted', 'holding', 'held',
  'unholding', 'suspending', 'unsuspending', 'resetting', 'completing', 'complete', 'executing', 'not_executing', 'out_of_service',
  'not_available'));
