-- The choices of extension fields in other languages, in the order of `choices`; empty where nobody translated them.
alter table product_field
  add column choices_en text[] not null default '{}',
  add column choices_es text[] not null default '{}',
  add column choices_ja text[] not null default '{}';
alter table order_field
  add column choices_en text[] not null default '{}',
  add column choices_es text[] not null default '{}',
  add column choices_ja text[] not null default '{}';
