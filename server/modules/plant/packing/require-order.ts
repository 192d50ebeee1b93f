import type { Account, Caller } from '#platform/caller.ts';
import { notFound } from '#platform/refusal.ts';

/** Throws 404 unless the work order exists and the caller may see it. */
export async function requireOrder({ db }: Pick<Caller<Account>, 'db'>, id: number): Promise<void> {
  const order = await db.selectFrom('work_order').select('id').where('id', '=', id).executeTakeFirst();
  if (!order) throw notFound('work_order');
}
