import { samplePlan } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { thingList } from '#ui/DataPage/thingList.ts';
import { productReference } from '#ui/pickers/baseReferences.ts';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';

/** 取样计划: which samples are taken of each lot of a product, or of a work order with a plan of its own. */
export const samplePlanList = thingList(samplePlan, {
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
    work_order_id: {
      reference: workOrderReference,
      search: true,
      nameOf: (row) => row.order_no,
      form: { hint: 'sampleplan.orderHint' },
    },
    order_no: { width: 110 },
    test_name: { width: 180, form: { hint: 'sampleplan.testHint' } },
    point: { width: 100, form: { initial: 'any' } },
    samples: { width: 90 },
    every: { width: 120, form: { hint: 'sampleplan.everyHint' } },
    use: { width: 100, form: { initial: 'tested' } },
    status: { width: 90 },
  },
});
