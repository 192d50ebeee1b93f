-- Codes between two codes of a rule can be held, as they can be recalled.
alter table quality_hold drop constraint quality_hold_scope_kind_check;
alter table quality_hold add constraint quality_hold_scope_kind_check
  check (scope_kind in ('lot', 'work_order', 'material_lot', 'codes', 'range', 'place'));
