import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { CodeState } from './code-state.ts';

/**
 * The states that the caller may see: the enterprise all of them, a factory or dealer those of code orders that it may see. To
 * them, other codes look as if they had never been issued.
 */
export async function statesToldTo(
  { account, db }: Pick<Caller<Account>, 'account' | 'db'>,
  states: ReadonlyMap<number, CodeState>,
): Promise<ReadonlyMap<number, CodeState>> {
  if (isOfEnterprise(account) || states.size === 0) return states;
  const orders = [...new Set([...states.values()].map(({ order_id }) => order_id))];
  const seen = await db.selectFrom('code_order').select('id').where('id', 'in', orders).execute();
  const own = new Set(seen.map(({ id }) => id));
  return new Map([...states].filter(([, { order_id }]) => own.has(order_id)));
}
