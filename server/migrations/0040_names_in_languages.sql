-- What consumers read of a product and of the enterprise, in other languages than the one it is kept in.
alter table product
  add column product_name_zh text,
  add column product_name_en text,
  add column product_name_es text,
  add column product_name_ja text,
  add column spec_zh text,
  add column spec_en text,
  add column spec_es text,
  add column spec_ja text;

alter table enterprise
  add column enterprise_name_zh text,
  add column enterprise_name_en text,
  add column enterprise_name_es text,
  add column enterprise_name_ja text,
  add column address_zh text,
  add column address_en text,
  add column address_es text,
  add column address_ja text;
