-- Identifiers in the form in which they are taken now (contract/thing/identifiers.ts): narrow letters for full-width ones, no invisible
-- characters, no blanks at the ends and one for several within. One that would then be another's, or nothing, stays as it is, and is
-- warned of in the log of the database: people can tell the two apart, and change one. Lots of codes stay as they were printed.
do $$
declare
  kept record;
  wide constant text := '！＂＃＄％＆＇（）＊＋，－．／０１２３４５６７８９：；＜＝＞？＠ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ［＼］＾＿｀ａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ｛｜｝～';
  narrow constant text := '!"#$%&''()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\]^_`abcdefghijklmnopqrstuvwxyz{|}~';
  ignored constant text := '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]';
  blank constant text := '[\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+';
  one constant text := 'btrim(regexp_replace(regexp_replace(translate(normalize(%1$I, nfc), %2$L, %3$L), %4$L, '''', ''g''), %5$L, '' '', ''g''))';
  form text;
  found record;
begin
  for kept in
    select * from (values
      ('account', 'account_name', null), ('department', 'depart_code', null), ('enterprise', 'enterprise_code', null),
      ('factory', 'factory_code', null), ('dealer', 'dealer_code', null), ('ship_to', 'ship_to_code', null),
      ('warehouse', 'warehouse_code', null), ('packaging_supplier', 'supplier_code', null), ('material', 'material_code', null),
      ('brand', 'brand_code', null), ('packaging_unit', 'unit_code', null), ('hierarchy', 'hierarchy_code', null),
      ('product', 'product_code', null), ('workshop', 'workshop_code', 'factory_id'), ('production_line', 'line_code', null),
      ('team', 'team_code', 'factory_id'), ('work_order', 'order_no', null), ('waybill', 'waybill_no', null),
      ('refund', 'refund_no', null), ('material_use', 'material_lot', 'id')
    ) as list (name, field, within)
  loop
    form := format(one, kept.field, wide, narrow, ignored, blank);
    for found in execute format(
      'select id, was, form, taken from (
         select id, %1$I as was, %2$s as form, count(*) over (partition by %3$s, lower(%2$s)) > 1 as taken from %4$I
       ) rows where was <> form',
      kept.field, form, coalesce(quote_ident(kept.within), '0'), kept.name)
    loop
      if found.taken or found.form = '' then
        raise warning '% % of % stays as it is: % is of another one', kept.field, found.id, kept.name, found.form;
      else
        execute format('update %I set %I = %L where id = %s', kept.name, kept.field, found.form, found.id);
      end if;
    end loop;
  end loop;
end
$$;
