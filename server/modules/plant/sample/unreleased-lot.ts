import type { Change } from '#platform/audit/audit-log.ts';
import { conflict } from '#platform/refusal.ts';

/** Throws 409 if quality has released a lot: what was released stands on its plan and results. The lot stays locked. */
export async function requireUnreleased({ db }: Change, id: number): Promise<void> {
  const lot = await db
    .selectFrom('lot')
    .select(['lot_no', 'quality_released_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (lot.quality_released_at !== null) throw conflict('lot_released_before', { lot: lot.lot_no });
}
