-- Texts of records in several languages are one column each, so that a further language needs none: {"zh": "瓶", "en": "bottle"}.
-- Before, each had a column for each language.
create function is_localised(value jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(value) = 'object' and not jsonb_path_exists(value,
    '$.keyvalue() ? (!(@.key like_regex "^[a-z]{2}$") || @.value.type() != "string" || @.value like_regex "^\\s*$")')
$$;

alter table packaging_unit alter column symbol_zh type jsonb using jsonb_strip_nulls(jsonb_build_object(
  'zh', symbol_zh, 'en', nullif(btrim(symbol_en), ''), 'es', nullif(btrim(symbol_es), ''), 'ja', nullif(btrim(symbol_ja), '')));
alter table packaging_unit rename column symbol_zh to symbol;
alter table packaging_unit drop column symbol_en, drop column symbol_es, drop column symbol_ja;
alter table packaging_unit add constraint packaging_unit_symbol_check check (is_localised(symbol) and symbol ? 'zh');

alter table product
  alter column product_name_zh type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'zh', nullif(btrim(product_name_zh), ''), 'en', nullif(btrim(product_name_en), ''),
    'es', nullif(btrim(product_name_es), ''), 'ja', nullif(btrim(product_name_ja), ''))),
  alter column spec_zh type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'zh', nullif(btrim(spec_zh), ''), 'en', nullif(btrim(spec_en), ''),
    'es', nullif(btrim(spec_es), ''), 'ja', nullif(btrim(spec_ja), '')));
alter table product rename column product_name_zh to product_name_translations;
alter table product rename column spec_zh to spec_translations;
alter table product
  alter column product_name_translations set default '{}', alter column product_name_translations set not null,
  alter column spec_translations set default '{}', alter column spec_translations set not null,
  drop column product_name_en, drop column product_name_es, drop column product_name_ja,
  drop column spec_en, drop column spec_es, drop column spec_ja;
alter table product add constraint product_translations_check
  check (is_localised(product_name_translations) and is_localised(spec_translations));

alter table enterprise
  alter column enterprise_name_zh type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'zh', nullif(btrim(enterprise_name_zh), ''), 'en', nullif(btrim(enterprise_name_en), ''),
    'es', nullif(btrim(enterprise_name_es), ''), 'ja', nullif(btrim(enterprise_name_ja), ''))),
  alter column address_zh type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'zh', nullif(btrim(address_zh), ''), 'en', nullif(btrim(address_en), ''),
    'es', nullif(btrim(address_es), ''), 'ja', nullif(btrim(address_ja), '')));
alter table enterprise rename column enterprise_name_zh to enterprise_name_translations;
alter table enterprise rename column address_zh to address_translations;
alter table enterprise
  alter column enterprise_name_translations set default '{}', alter column enterprise_name_translations set not null,
  alter column address_translations set default '{}', alter column address_translations set not null,
  drop column enterprise_name_en, drop column enterprise_name_es, drop column enterprise_name_ja,
  drop column address_en, drop column address_es, drop column address_ja;
alter table enterprise add constraint enterprise_translations_check
  check (is_localised(enterprise_name_translations) and is_localised(address_translations));

-- The choices of a field in other languages: {"en": ["Strong", "Light"]}, in the order of `choices`.
create function is_localised_list(value jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(value) = 'object' and not jsonb_path_exists(value,
    '$.keyvalue() ? (!(@.key like_regex "^[a-z]{2}$") || @.value.type() != "array" || @.value.size() == 0
      || exists (@.value[*] ? (@.type() != "string" || @ like_regex "^\\s*$")))')
$$;

alter table product_field
  alter column choices_en drop default,
  alter column choices_en type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'en', nullif(to_jsonb(choices_en), '[]'), 'es', nullif(to_jsonb(choices_es), '[]'), 'ja', nullif(to_jsonb(choices_ja), '[]'))),
  alter column label_zh type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'zh', label_zh, 'en', nullif(btrim(label_en), ''), 'es', nullif(btrim(label_es), ''), 'ja', nullif(btrim(label_ja), '')));
alter table product_field rename column choices_en to choices_translations;
alter table product_field rename column label_zh to label;
alter table product_field
  alter column choices_translations set default '{}',
  drop column choices_es, drop column choices_ja,
  drop column label_en, drop column label_es, drop column label_ja;
alter table product_field add constraint product_field_translations_check
  check (is_localised(label) and label ? 'zh' and is_localised_list(choices_translations));

alter table order_field
  alter column choices_en drop default,
  alter column choices_en type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'en', nullif(to_jsonb(choices_en), '[]'), 'es', nullif(to_jsonb(choices_es), '[]'), 'ja', nullif(to_jsonb(choices_ja), '[]'))),
  alter column label_zh type jsonb using jsonb_strip_nulls(jsonb_build_object(
    'zh', label_zh, 'en', nullif(btrim(label_en), ''), 'es', nullif(btrim(label_es), ''), 'ja', nullif(btrim(label_ja), '')));
alter table order_field rename column choices_en to choices_translations;
alter table order_field rename column label_zh to label;
alter table order_field
  alter column choices_translations set default '{}',
  drop column choices_es, drop column choices_ja,
  drop column label_en, drop column label_es, drop column label_ja;
alter table order_field add constraint order_field_translations_check
  check (is_localised(label) and label ? 'zh' and is_localised_list(choices_translations));
