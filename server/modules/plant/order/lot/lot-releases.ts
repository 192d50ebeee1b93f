import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { lotRelease } from '@suyuan/contract/plant/lot/lot-release.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { visibleNames } from '#trace/visible-names.ts';

/** When a lot was released, and what of it was taken back, by whom, as far as `names` shows these people. */
export async function lotReleasesOf(
  db: Kysely<Schema>,
  names: Kysely<Schema>,
  id: number,
): Promise<OutputOf<typeof lotRelease>> {
  const [lot, step] = await Promise.all([
    db
      .selectFrom('lot')
      .select([
        'quality_released_at',
        'quality_released_by',
        'quality_reason',
        'market_released_at',
        'market_released_by',
      ])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('lot_release_taken_back')
      .select(['release', 'taken_back_by', 'taken_back_at', 'reason'])
      .where('lot_id', '=', id)
      .orderBy('id', 'desc')
      .execute(),
  ]);
  const [quality, market] = [lot.quality_released_by, lot.market_released_by];
  const people = await visibleNames(names, 'account', [
    quality,
    market,
    ...step.map(({ taken_back_by }) => taken_back_by),
  ]);
  const last = market ?? quality ?? 0;
  return {
    quality_released_at: lot.quality_released_at?.toISOString() ?? null,
    quality_released_by: people.get(quality ?? 0) ?? null,
    quality_released_by_id: people.has(quality ?? 0) ? quality : null,
    quality_reason: lot.quality_reason,
    market_released_at: lot.market_released_at?.toISOString() ?? null,
    market_released_by: people.get(market ?? 0) ?? null,
    market_released_by_id: people.has(market ?? 0) ? market : null,
    last_released_by_id: people.has(last) ? last : null,
    taken_back: step.map(({ release, taken_back_by, taken_back_at, reason }) => ({
      release,
      by: people.get(taken_back_by) ?? null,
      by_id: people.has(taken_back_by) ? taken_back_by : null,
      at: taken_back_at.toISOString(),
      reason,
    })),
  };
}
