import type { Kysely } from 'kysely';
import type { OutputOf } from '../../../../contract/call/call.ts';
import type { lotRelease } from '../../../../contract/plant/work-order.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';

type LotFacts = OutputOf<typeof lotRelease>;

/** Releases a lot, for quality first and then for the market. Throws 404 or 409. */
export async function releaseLot(
  change: Change,
  id: number,
  release: 'quality' | 'market',
  accountId: number,
): Promise<void> {
  await change.changing('lot', id);
  const lot = await change.db.selectFrom('lot').selectAll().where('id', '=', id).executeTakeFirst();
  if (!lot) throw notFound('lot');
  if (lot[`${release}_released_at`] !== null) throw conflict('lot_released');
  if (release === 'market' && lot.quality_released_at === null) throw conflict('lot_quality_first');
  const now = new Date();
  await change.db
    .updateTable('lot')
    .set(
      release === 'quality'
        ? { quality_released_at: now, quality_released_by: accountId, updated_at: now }
        : { market_released_at: now, market_released_by: accountId, updated_at: now },
    )
    .where('id', '=', id)
    .execute();
}

/** Who released a lot, and when. */
export async function lotFactsOf(db: Kysely<Schema>, id: number): Promise<LotFacts> {
  const lot = await db
    .selectFrom('lot as l')
    .leftJoin('account as q', 'q.id', 'l.quality_released_by')
    .leftJoin('account as m', 'm.id', 'l.market_released_by')
    .select(['l.quality_released_at', 'q.name as quality_released_by', 'q.id as quality_released_by_id'])
    .select(['l.market_released_at', 'm.name as market_released_by', 'm.id as market_released_by_id'])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...lot,
    quality_released_at: lot.quality_released_at?.toISOString() ?? null,
    market_released_at: lot.market_released_at?.toISOString() ?? null,
  };
}
