-- From which step on the codes of a rule are genuine for a consumer. What was issued before is genuine as it was: once it has a product.
alter table code_rule add column genuine_from text not null default 'issued';
alter table code_rule add constraint code_rule_genuine_from_check
  check (genuine_from in ('issued', 'bound', 'packed', 'shipped', 'received'));

-- The step as the codes were issued: a later one must not take back what consumers were told of goods that are on the market.
alter table code_order add column genuine_from text not null default 'issued';
alter table code_order add constraint code_order_genuine_from_check
  check (genuine_from in ('issued', 'bound', 'packed', 'shipped', 'received'));
