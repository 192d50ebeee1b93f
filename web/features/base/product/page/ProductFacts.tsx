import type { ProductDetail } from '@suyuan/contract/base/product.ts';
import { keysIn } from '@suyuan/contract/thing/in-languages.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { Field } from '#ui/DataPage/fields.ts';
import { useCells } from '#ui/DataPage/table/Cell.tsx';
import { Fact } from '#ui/facts/Fact.tsx';

const text = (key: keyof ProductDetail): Field => ({ key, kind: 'text' });

const facts: readonly Field[] = [
  text('gtin'),
  text('spec'),
  text('brand_name'),
  text('category'),
  text('unit_symbol'),
  { key: 'shelf_life_days', kind: 'number' },
  text('code_rules'),
  { key: 'created_at', kind: 'moment' },
  { key: 'updated_at', kind: 'moment' },
];

const inLanguages = [...keysIn('product_name'), ...keysIn('spec')].map(text);

export function ProductFacts({ product }: { product: ProductDetail }) {
  const { t } = useTranslation();
  const cell = useCells('productlist');
  return (
    <dl className="data-page-facts">
      {[...facts, ...inLanguages.filter(({ key }) => product[key as keyof ProductDetail])].map((field) => (
        <Fact key={field.key} title={listText(t, 'productlist', field.key)}>
          {cell(field, product)}
        </Fact>
      ))}
    </dl>
  );
}
