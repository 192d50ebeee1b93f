import type { InputOf } from '../../../../contract/call/call.ts';
import type { workOrder } from '../../../../contract/plant/work-order.ts';
import type { Saving } from '../../../platform/records/record-rules.ts';
import { isThere } from '../../../platform/references/is-there.ts';
import { badInput, type Problem } from '../../../platform/refusal.ts';

const references = {
  product_id: 'product',
  line_id: 'production_line',
  team_id: 'team',
  hierarchy_id: 'hierarchy',
  to_warehouse_id: 'warehouse',
} as const;

type Order = Pick<Saving<InputOf<typeof workOrder.add>>, 'input' | 'before' | 'change'>;

/** Requires that newly referenced rows exist and that the caller may see them; throws 400. */
export async function requireReferences({ input, before, change }: Order): Promise<void> {
  const problems: Problem[] = [];
  for (const [path, table] of Object.entries(references)) {
    const value = input[path as keyof typeof references];
    if (!value || value === before?.[path] || (await isThere(change, table, value))) continue;
    problems.push({ path, reason: 'no_such', params: { value } });
  }
  if (problems.length > 0) throw badInput(...problems);
}

/** Requires that line and team are of the same factory; throws 400. */
export async function requireTeamOfLine({ input: { line_id, team_id }, change }: Order): Promise<void> {
  if (!line_id || !team_id) return;
  const { db } = change;
  const lines = db
    .selectFrom('production_line as l')
    .innerJoin('workshop as w', 'w.id', 'l.workshop_id')
    .innerJoin('team as t', 't.factory_id', 'w.factory_id')
    .select('t.id');
  const fits = await lines.where('l.id', '=', line_id).where('t.id', '=', team_id).executeTakeFirst();
  if (!fits) throw badInput({ path: 'team_id', reason: 'of_other_factory' });
}
