import type { Account } from '#platform/caller.ts';
import type { Writer } from '#platform/database/statements/either-writer.ts';
import type { Notices } from '#platform/notices/notices.ts';
import { defineNumberSeries } from '#platform/records/number-series.ts';

export const holdNumbers = defineNumberSeries({
  prefix: 'DJ',
  sequence: 'quality_hold_no',
  table: 'quality_hold',
  column: 'hold_no',
  unique: 'quality_hold_hold_no_key',
});

interface Owned {
  readonly id: number;
  readonly hold_no: string;
  readonly owner_id: number;
}

/** Tells the owner of a hold that there is something to decide, unless it is the person who says so. */
export async function tellOwner(
  notices: Pick<Notices, 'tell'>,
  writer: Writer,
  { id, hold_no, owner_id }: Owned,
  { id: by, name }: Pick<Account, 'id' | 'name'>,
): Promise<void> {
  if (owner_id === by) return;
  await notices.tell(writer, [owner_id], {
    kind: 'assigned',
    params: { by: name, what: hold_no },
    leads: [{ screen: 'hold', query: `${new URLSearchParams({ detail: `${id}` })}` }],
    about: `quality_hold:${id}`,
  });
}
