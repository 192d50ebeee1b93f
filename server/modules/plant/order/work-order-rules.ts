import type { InputOf } from '../../../../contract/call/call.ts';
import type { workOrder } from '../../../../contract/plant/work-order.ts';
import { isThere } from '../../../platform/records/is-there.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { badInput, type Problem } from '../../../platform/refusal.ts';

const references = {
  product_id: 'product',
  line_id: 'production_line',
  team_id: 'team',
  hierarchy_id: 'hierarchy',
  to_warehouse_id: 'warehouse',
} as const;

/** What a work order refers to is there, and the caller's to see. */
export async function requireReferences({
  input,
  change,
}: Pick<Saving<InputOf<typeof workOrder.add>>, 'input' | 'change'>): Promise<void> {
  const problems: Problem[] = [];
  for (const [path, table] of Object.entries(references)) {
    const value = input[path as keyof typeof references];
    if (value && !(await isThere(change, table, value))) problems.push({ path, reason: 'no_such', params: { value } });
  }
  if (problems.length > 0) throw badInput(...problems);
}
