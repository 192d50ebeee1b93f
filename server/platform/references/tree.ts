import type { Change } from '../audit/audit-log.ts';
import type { Schema } from '../database/schema.ts';
import { badInput } from '../refusal.ts';
import { isThere } from './is-there.ts';

/** Tables whose rows stand below a row of the same table. */
export type Tree = {
  [Table in keyof Schema]: Schema[Table] extends { parent_id: number | null } ? Table : never;
}[keyof Schema];

/**
 * Refuses a parent that stands below the row itself, or that does not exist. Whoever moves a row waits for others who
 * move one in the same tree: two moves at once could make a loop that neither makes alone. To be called before
 * `change.changing`: else each of the two waits for the other's row.
 */
export async function requirePlace(
  change: Change,
  tree: Tree,
  id: number | undefined,
  parent: number | null,
): Promise<void> {
  if (parent === null) return;
  const noSuch = () => badInput({ path: 'parent_id', reason: 'no_such', params: { value: parent } });
  if (id === undefined) {
    // Nothing stands below a row that is new: it makes no loop, and waits for nobody.
    if (!(await isThere(change, tree, parent))) throw noSuch();
    return;
  }
  await lockTree(change, tree);
  const { db } = change;
  const rowOf = (above: number) =>
    db
      .selectFrom(db.dynamic.table(tree).as('row'))
      .select(['row.id', 'row.parent_id'])
      .where('row.id', '=', above)
      .executeTakeFirst();
  const first = await rowOf(parent);
  if (!first) throw noSuch();
  for (let row: typeof first | undefined = first; row; row = row.parent_id ? await rowOf(row.parent_id) : undefined) {
    if (row.id === id) throw badInput({ path: 'parent_id', reason: 'tree_loop' });
  }
}

/**
 * To be called before a row that is moved is locked: otherwise two who move rows could each hold what the other waits
 * for. In words that a party's narrowed view takes, too: it places rows among its own.
 */
export async function lockTree(change: Change, tree: Tree): Promise<void> {
  await change.once(`lock of ${tree}`, () =>
    change.db
      .selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [eb.val(`tree.${tree}`)])]).as('turn'))
      .execute(),
  );
}
