import { type Account, type Caller, isOfEnterprise } from '#platform/caller.ts';
import type { CodeRecord } from './code-record.ts';

/**
 * The codes that the caller may see: the enterprise all of them, a factory or dealer those of code orders that it may see. To them,
 * other codes look as if they had never been issued.
 */
export async function ownCodes(
  { account, db }: Pick<Caller<Account>, 'account' | 'db'>,
  records: readonly CodeRecord[],
): Promise<ReadonlyMap<number, CodeRecord>> {
  const all = new Map(records.map((record) => [record.id, record]));
  if (isOfEnterprise(account) || records.length === 0) return all;
  const orders = [...new Set(records.map(({ issue }) => issue.order_id))];
  const rows = await db.selectFrom('code_order').select('id').where('id', 'in', orders).execute();
  const own = new Set(rows.map(({ id }) => id));
  return new Map([...all].filter(([, { issue }]) => own.has(issue.order_id)));
}
