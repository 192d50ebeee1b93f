import { holdAdd, holdOwners } from '@suyuan/contract/inspect/hold.ts';
import { boxCodes } from '@suyuan/contract/physical/stock.ts';
import { day } from '../filling/days.ts';
import type { CallServer } from '../filling/sample-account.ts';

interface Parts {
  readonly call: CallServer;
  readonly printed: (code: number) => string;
}

/** The inspector who decides about held goods. */
const decider = 'qian.li';

/** One case of the pallet that never left waits for the laboratory. */
export async function holdForLaboratory({ call, printed }: Parts, [unit]: readonly number[]): Promise<void> {
  if (unit === undefined) return;
  const [box] = await call(boxCodes, { codes: [printed(unit)] });
  const [owner] = await call(holdOwners, { keyword: decider });
  if (!box || !owner) return;
  await call(holdAdd, {
    scope: { codes: [box.lies_in ?? box.sent] },
    reason: '封口松动，等待质量部复检',
    owner_id: owner.id,
    due_at: new Date(Date.now() + 3 * day).toISOString(),
  });
}
