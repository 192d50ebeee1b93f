import type { TakenCode } from '../../../contract/physical/waybill.ts';
import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import type { Account, Caller } from '../../platform/caller.ts';
import type { Services } from '../../platform/services.ts';
import type { Rooms } from '../../rooms.ts';
import { AskedCodes, saidIn } from '../../trace/asked/asked-codes.ts';
import type { ActInput } from '../../trace/capture/acts/act-input.ts';
import type { Refused } from '../../trace/capture/acts/refused.ts';
import { Ledger } from '../../trace/state/ledger.ts';

/** What is common to acts of a person at a desk. */
export const doneNow = ({ account }: Pick<Caller<Account>, 'account'>) => ({
  at: Date.now(),
  utcOffset: 0,
  now: true as const,
  by: { accountId: account.id, deviceKeyId: null },
});

/** What became of codes that were acted on each by itself. */
export interface EachCode {
  readonly taken: readonly TakenCode[];
  readonly refusals: readonly ActRefusal[];
}

/** How the acts of one call are told apart when it comes again. */
const keyOf = (batchKey: string | undefined, index: number): string | null =>
  batchKey ? `${batchKey}/${index}` : null;

/**
 * Acts on codes each by itself: one that is refused takes no other with it. Sent again with the same key, what was taken
 * answers as before and what was refused is tried again.
 */
export async function actOnEach(
  services: Services,
  rooms: Rooms,
  caller: Caller<Account>,
  { codes, batch_key }: { readonly codes: readonly string[]; readonly batch_key?: string },
  input: (code: number, batchKey: string | null) => ActInput,
): Promise<EachCode> {
  const { asked, found } = await AskedCodes.sort(services, rooms, caller, codes);
  const captured = await Promise.all(
    found.map((one, index) =>
      typeof one === 'number' ? rooms.capture.act(input(one, keyOf(batch_key, index))) : undefined,
    ),
  );
  const refused = captured.flatMap((one): readonly Refused[] => (one && 'refused' in one ? one.refused : []));
  const unread = found.filter((one) => typeof one !== 'number');
  const ids = found.filter((one) => typeof one === 'number');
  const products = await productsOf(services, ids);
  const taken = captured.flatMap((one, index) => {
    if (!one || 'refused' in one) return [];
    return [
      { code: codes[index] as string, product_id: products.get(found[index] as number) ?? null, units: one.units },
    ];
  });
  return {
    taken,
    refusals: [...unread, ...(await asked.texts(refused))].map((one) => saidIn(caller.language, one)),
  };
}

async function productsOf({ system }: Services, ids: readonly number[]): Promise<Map<number, number | null>> {
  const ledger = new Ledger(system.sql);
  await ledger.read(ids);
  return new Map(ids.map((id) => [id, ledger.get(id)?.productId ?? null]));
}
