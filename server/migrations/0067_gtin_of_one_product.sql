-- A GTIN is that of one enabled product, however it is padded. Those that several have already stay as they are: the products are
-- left out, and can be told apart by disabling one or changing its GTIN.
do $$
declare
  shared bigint[];
begin
  select coalesce(array_agg(id), '{}') into shared
  from (
    select id, count(*) over (partition by lpad(gtin, 14, '0')) as products
    from product where gtin is not null and status = 'enabled'
  ) p
  where products > 1;
  execute format(
    'create unique index product_gtin_key on product (lpad(gtin, 14, ''0''))
      where status = ''enabled'' and gtin is not null and id <> all (%L::bigint[])',
    shared);
end
$$;
