import { packagingUnit } from '@suyuan/contract/base/product/packaging-unit.ts';
import { type Language, type LocalisedText, otherLanguages } from '@suyuan/contract/languages.ts';
import { valuesIn } from '@suyuan/contract/thing/in-languages.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { type Shown, thingList } from '#ui/DataPage/thingList.ts';

const examples: LocalisedText = { en: 'case', es: 'caja', ja: '箱' };

const symbol = (language: Language): Shown => ({
  width: 130,
  form: { hint: 'productunit.symbolHint' },
  example: examples[language],
});

const spec = thingList(packagingUnit, {
  titleOf: (row) => row.symbol,
  shown: {
    unit_code: { width: 130, example: 'CTN' },
    level: { width: 140, example: '3' },
    symbol_zh: { width: 130, example: '箱' },
    ...valuesIn(otherLanguages, 'symbol', symbol),
    status: { width: 100 },
  },
});

export const preload = firstRows(spec);

export default function PackagingUnits() {
  return <DataPage spec={spec} />;
}
