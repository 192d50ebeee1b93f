-- How much goods an exception is about, and of which product; null where that is not known, or they are of several.
alter table exception add column units bigint;
alter table exception add column product_id bigint;
