import { packagingUnit } from '@suyuan/contract/base/packaging-unit.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { type Shown, thingList } from '#ui/DataPage/thingList.ts';

const symbol = (example: string): Shown => ({ width: 130, form: { hint: 'productunit.symbolHint' }, example });

const spec = thingList(packagingUnit, {
  titleOf: (row) => row.symbol,
  shown: {
    unit_code: { width: 130, example: 'CTN' },
    level: { width: 140, example: '3' },
    symbol_zh: { width: 130, example: '箱' },
    symbol_en: symbol('case'),
    symbol_es: symbol('caja'),
    symbol_ja: symbol('箱'),
    status: { width: 100 },
  },
});

export const first = firstRows(spec);

export default function PackagingUnits() {
  return <DataPage spec={spec} />;
}
