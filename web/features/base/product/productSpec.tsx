import { brand } from '@suyuan/contract/base/product/brand.ts';
import { hierarchy } from '@suyuan/contract/base/product/hierarchy.ts';
import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { languages } from '@suyuan/contract/languages.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { valuesIn } from '@suyuan/contract/thing/in-languages.ts';
import { useQuery } from '@tanstack/react-query';
import { Image } from 'antd';
import { call } from '#core/api/call.ts';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Field, OwnInputProps } from '#ui/DataPage/fields.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { Choice } from '#ui/pickers/Choice.tsx';
import type { Row } from '#ui/records.ts';

/** All rules are offered at once: an enterprise has some dozens. */
const maxRules = 500;

/** Chooses the rules that the codes of a product are made by: one of each level. */
function RulesInput({ value, onChange, ...rest }: OwnInputProps) {
  const { t } = useTranslation();
  const ids = (value as readonly number[] | undefined) ?? [];
  const { data, isFetching } = useQuery({
    queryKey: [codeRule.page.path, { size: maxRules }],
    queryFn: ({ signal }) => call(codeRule.page, { size: maxRules }, { signal }),
  });
  const rules = data?.rows ?? [];
  const byLevel = new Map(rules.flatMap(({ id, level }) => (ids.includes(id) ? [[level, id] as const] : [])));
  return (
    <Choice
      {...rest}
      mode="multiple"
      allowClear
      loading={isFetching}
      options={rules
        .filter(({ id, status }) => status === 'enabled' || ids.includes(id))
        .map(({ id, rule_name, level }) => ({
          value: id,
          label: `${rule_name} · ${t(`field.level.${level}`)}`,
          disabled: byLevel.has(level) && byLevel.get(level) !== id,
        }))}
      value={[...ids]}
      onChange={(next: number[]) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  );
}

/** A field for which the product's form has an item of its own. */
const ownWay = { form: false } as const;

/** Columns that are hidden by default. */
const translations = <K extends 'product_name' | 'spec'>(key: K) =>
  valuesIn(languages, key, () => ({ hidden: true }) as const);

/** The list of products; their form and their page use the same fields. */
export const productList = thingList(product, {
  pages: {
    add: '/productaddedit',
    update: ({ id }) => `/productaddedit?id=${id}`,
    detail: ({ id }) => `/productpages?id=${id}`,
  },
  titleOf: (row) => row.product_name,
  shown: {
    product_code: { width: 110, search: false, example: 'P-001' },
    product_name: { width: 200, search: false, example: 'example.product_name' },
    picture: { column: true, width: 64, render: face },
    status: { width: 80 },
    gtin: { width: 130, form: { hint: 'productlist.gtinHint' }, example: '6901234567892' },
    spec: { width: 130, example: '500 mL × 6' },
    brand_id: {
      reference: { page: brand.page, label: (row) => `${row.brand_name}` },
      nameOf: (row) => row.brand_name,
    },
    brand_code: { width: 120, hidden: true },
    brand_name: { width: 110 },
    category: { width: 110, hidden: true },
    unit_id: {
      reference: { page: packagingUnit.page, label: (row) => `${row.symbol}`, filters: { status: 'enabled' } },
      nameOf: (row) => row.unit_symbol,
    },
    unit_code: { width: 110, hidden: true },
    unit_symbol: { width: 90, hidden: true },
    hierarchy_id: {
      reference: { page: hierarchy.page, label: (row) => `${row.hierarchy_name}`, filters: { status: 'enabled' } },
      nameOf: (row) => row.hierarchy_name,
    },
    hierarchy_code: { width: 140, hidden: true },
    hierarchy_name: { width: 150, hidden: true },
    rule_ids: {
      input: RulesInput,
      detail: false,
      form: { hint: 'productlist.rulesHint' },
    },
    code_rules: { width: 150, hidden: true },
    shelf_life_days: { width: 120, hidden: true, example: '365' },
    min_remaining_days: { width: 130, hidden: true, example: '180', form: { hint: 'productlist.minRemainingHint' } },
    ...translations('product_name'),
    ...translations('spec'),
    pictures: ownWay,
    description: ownWay,
    extension: ownWay,
    extension_list: { width: 200, hidden: true, detail: false, import: true, example: 'example.extension' },
    updated_at: { hidden: true },
  },
});

/** The fields with these keys, in the given order. */
export const productFields = (...keys: readonly (keyof typeof product.fields)[]): Field[] =>
  keys.flatMap((key) => productList.fields.filter((field) => field.key === key));

function face({ picture, product_name }: Row) {
  if (typeof picture !== 'string') return <span aria-hidden>—</span>;
  return (
    <Image
      src={pictureAddress(picture, 'thumb')}
      preview={{ src: pictureAddress(picture) }}
      alt={`${product_name}`}
      width={40}
      height={40}
      style={{ objectFit: 'cover', borderRadius: 4 }}
    />
  );
}
