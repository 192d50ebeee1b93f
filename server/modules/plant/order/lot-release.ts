import type { Kysely } from 'kysely';
import type { OutputOf } from '../../../../contract/call/call.ts';
import type { lotRelease } from '../../../../contract/plant/work-order.ts';
import type { Change } from '../../../platform/audit/audit-log.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { conflict, notFound } from '../../../platform/refusal.ts';
import { seenNames } from '../../../trace/seen-names.ts';

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

/** When a lot was released, and by whom, as far as `seen` shows these people. */
export async function lotFactsOf(db: Kysely<Schema>, seen: Kysely<Schema>, id: number): Promise<LotFacts> {
  const lot = await db
    .selectFrom('lot as l')
    .select(['l.quality_released_at', 'l.quality_released_by', 'l.market_released_at', 'l.market_released_by'])
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow();
  const [quality, market] = [lot.quality_released_by, lot.market_released_by];
  const people = await seenNames(seen, 'account', [quality, market]);
  return {
    quality_released_at: lot.quality_released_at?.toISOString() ?? null,
    quality_released_by: people.get(quality ?? 0) ?? null,
    quality_released_by_id: people.has(quality ?? 0) ? quality : null,
    market_released_at: lot.market_released_at?.toISOString() ?? null,
    market_released_by: people.get(market ?? 0) ?? null,
    market_released_by_id: people.has(market ?? 0) ? market : null,
  };
}
