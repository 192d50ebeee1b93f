import { samplePlan } from '@suyuan/contract/plant/sample-plan.ts';
import { DataPage } from '#ui/DataPage/DataPage.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { productReference } from '#ui/pickers/baseReferences.ts';

const list = thingList(samplePlan, {
  titleOf: (row) => row.test_name,
  copied: ['product_id', 'point', 'samples', 'every', 'use'],
  shown: {
    product_id: {
      reference: productReference,
      search: true,
      nameOf: (row) => `${row.product_name} (${row.product_code})`,
    },
    product_code: { width: 110, hidden: true },
    product_name: { width: 160 },
    test_name: { width: 180, form: { hint: 'sampleplan.testHint' } },
    point: { width: 100, form: { initial: 'any' } },
    samples: { width: 90 },
    every: { width: 120, form: { hint: 'sampleplan.everyHint' } },
    use: { width: 100, form: { initial: 'tested' } },
    status: { width: 90 },
  },
});

export const preload = firstRows(list);

/** 取样计划: which samples are taken of each lot of a product. */
export default function SamplePlanScreen() {
  return <DataPage spec={list} />;
}
