import type { WarehouseDevice } from '#platform/access/devices.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { textsOf } from '../each-code.ts';

/** The codes of a message by id, and refusals of the texts that are not codes. */
export interface ReadCodes {
  readonly texts: ReadonlyMap<number, string>;
  readonly unread: readonly RefusedText[];
}

/**
 * Looks up codes before the capture lock is taken, so that others do not wait for it. For the system of a factory or dealer, goods of
 * others are unknown. Throws 429 if too many are unknown, unless they are counted elsewhere.
 */
export async function readCodes(
  services: Services,
  shared: SharedServices,
  device: WarehouseDevice,
  codes: readonly string[] = [],
  { counted = true }: { readonly counted?: boolean } = {},
): Promise<ReadCodes> {
  const { found } = await CodeLookup.resolve(services, shared, device, codes, { forCapture: true, counted });
  return { texts: textsOf(codes, found), unread: found.filter((one) => typeof one === 'object') };
}
