import type { InputOf } from '@suyuan/contract/call/call.ts';
import type { workOrder } from '@suyuan/contract/plant/order/work-order.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { Principal } from '#platform/caller.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';
import type { Saving } from '#platform/records/record-rules.ts';
import { isThere } from '#platform/references/references.ts';
import { badInput, type Problem } from '#platform/refusal.ts';
import { requireNoTwin } from '#trace/lot-twins.ts';

/** What a search finds an order by. */
export const foundBy = ['order_no', 'lot', 'remark'] as const;

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
  if (!line_id || !team_id || (await mayWork(change, line_id, team_id))) return;
  throw badInput({ path: 'team_id', reason: 'of_other_factory' });
}

/** Requires that a lot is not the twin of another lot of its product; throws 400. */
export async function requireLotWithoutTwin({ input, before, change }: Order): Promise<void> {
  const { product_id, lot } = { ...before, ...input } as Pick<Order['input'], 'product_id' | 'lot'>;
  if (!lot || (lot === before?.lot && product_id === before.product_id)) return;
  await requireNoTwin(change, { product_id, lot, work_order_id: before?.id as number | undefined });
}

export async function mayWork({ db }: Change, line_id: number, team_id: number): Promise<boolean> {
  const lines = db
    .selectFrom('production_line as l')
    .innerJoin('workshop as w', 'w.id', 'l.workshop_id')
    .innerJoin('team as t', 't.factory_id', 'w.factory_id')
    .select('t.id');
  return (await lines.where('l.id', '=', line_id).where('t.id', '=', team_id).executeTakeFirst()) !== undefined;
}

/** Whose it is, and who made it: an order belongs to the factory of its line. */
export async function ownColumns(line_id: number | null | undefined, { account }: Principal, { db }: Change) {
  const line = line_id
    ? await db
        .selectFrom('production_line as l')
        .innerJoin('workshop as w', 'w.id', 'l.workshop_id')
        .select('w.factory_id')
        .where('l.id', '=', line_id)
        .executeTakeFirst()
    : undefined;
  const own = account.party?.kind === 'factory' ? account.party.id : null;
  return { factory_id: line?.factory_id ?? own, created_by: account.id };
}

export const workOrderNumbers = defineNumberSeries({
  prefix: 'WO',
  sequence: 'work_order_no',
  table: 'work_order',
  column: 'order_no',
  unique: 'work_order_code_key',
});
