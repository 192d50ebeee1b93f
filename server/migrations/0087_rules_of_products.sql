-- The rules by which the codes of a product are made, at most one of each level; none: any rule. A rule stands for all of its
-- versions, which have its name.
alter table product add column rule_ids bigint[] not null default '{}';
