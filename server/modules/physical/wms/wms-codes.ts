import type { WarehouseDevice } from '../../../platform/access/devices.ts';
import { seenBy } from '../../../platform/access/row-security.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { ownAmong } from '../../../trace/asked/asked-codes.ts';
import type { RefusedText } from '../../../trace/asked/refused-texts.ts';

/** The codes of a message by id, and refusals of the texts that are not codes. */
export interface ReadCodes {
  readonly texts: ReadonlyMap<number, string>;
  readonly unread: readonly RefusedText[];
}

/**
 * Looks up codes before the turn begins, so that others do not wait for it. For the system of a factory or dealer, goods of
 * others are unknown.
 */
export async function readCodes(
  services: Services,
  { rules }: Pick<Rooms, 'rules'>,
  device: WarehouseDevice,
  codes: readonly string[] = [],
): Promise<ReadCodes> {
  const { system, tables } = services;
  const found = await rules.find(system.sql, codes);
  const db = seenBy(system.db, device, tables);
  const ids = found.flatMap((one) => one?.id ?? []);
  const isOwn = device.party ? await ownAmong(services, { db, custodian: device.party }, ids) : () => true;
  const texts = new Map<number, string>();
  const unread: RefusedText[] = [];
  for (const [at, code] of codes.entries()) {
    const id = found[at]?.id;
    if (id !== undefined && isOwn(id, false)) texts.set(id, code);
    else {
      const isMisread = id === undefined && !device.party && rules.resembles(code);
      unread.push({ code, reason: isMisread ? 'bad_check_character' : 'unknown_code', conflict: null });
    }
  }
  return { texts, unread };
}
