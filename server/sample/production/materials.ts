import { material } from '@suyuan/contract/base/material.ts';
import { materialUseAdd } from '@suyuan/contract/plant/material-use.ts';
import type { CallServer } from '../filling/sample-account.ts';
import type { PlannedOrder } from './plan.ts';

/** Records the lots of materials that a work order used. */
export async function recordMaterials(
  call: CallServer,
  work_order_id: number,
  used: NonNullable<PlannedOrder['materials']>,
) {
  const { rows } = await call(material.page, { size: 100 });
  for (const [code, material_lot, amount] of used) {
    const material_id = rows.find(({ material_code }) => material_code === code)?.id as number;
    await call(materialUseAdd, { work_order_id, material_id, material_lot, amount });
  }
}
