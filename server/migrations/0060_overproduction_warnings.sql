-- More made of a work order than was planned is a warning, too.

alter table warning_param drop constraint warning_param_rule_check;
alter table warning_param add constraint warning_param_rule_check check (rule in (
    'visits', 'travel', 'provinces', 'outside_area', 'before_shipping',
    'after_return', 'after_expiry', 'burst', 'destroyed_seen', 'overproduction'));
alter table consumer_warning drop constraint consumer_warning_rule_check;
alter table consumer_warning add constraint consumer_warning_rule_check check (rule in (
    'visits', 'travel', 'provinces', 'outside_area', 'before_shipping',
    'after_return', 'after_expiry', 'burst', 'destroyed_seen', 'overproduction'));
