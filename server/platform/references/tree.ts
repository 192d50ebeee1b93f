import type { Change } from '../audit/audit-log.ts';
import type { Schema } from '../database/schema.ts';
import { badInput } from '../refusal.ts';
import { isThere } from './references.ts';

/** Tables whose rows form a tree by `parent_id`. */
export type Tree = {
  [Table in keyof Schema]: Schema[Table] extends { parent_id: number | null } ? Table : never;
}[keyof Schema];

/**
 * Throws 400 for a parent that does not exist or lies below the row itself. Moves in one tree are serialised by a lock, because
 * two concurrent moves could create a cycle that neither creates alone. To be called before `change.changing`, or two moves
 * could deadlock.
 */
export async function requirePosition(
  change: Change,
  tree: Tree,
  id: number | undefined,
  parent: number | null,
): Promise<void> {
  if (parent === null) return;
  const noSuch = () => badInput({ path: 'parent_id', reason: 'no_such', params: { value: parent } });
  if (id === undefined) {
    // A new row has no children, so it cannot create a cycle and needs no lock.
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
 * Locks a tree for moves. To be called before the moved row is locked, or two moves could deadlock. Written with functions that
 * row security allows, since parties move rows among their own.
 */
export async function lockTree(change: Change, tree: Tree): Promise<void> {
  await change.once(`lock of ${tree}`, () =>
    change.db
      .selectNoFrom((eb) => eb.fn('pg_advisory_xact_lock', [eb.fn('hashtext', [eb.val(`tree.${tree}`)])]).as('turn'))
      .execute(),
  );
}
