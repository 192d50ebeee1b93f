import type { GenuineStep } from '@suyuan/contract/trace/genuine.ts';
import { type PlaceKind, stockAt } from '@suyuan/contract/trace/states.ts';
import type { CodeRecord } from './code-record.ts';
import type { CodeRecords } from './code-records.ts';

/** What dealers have to do with goods at a place. */
export interface DealersPart {
  /** The goods are on a waybill from a dealer, or in a warehouse of one. */
  readonly fromDealer: boolean;
  /** The goods are on a waybill to a dealer. */
  readonly toDealer: boolean;
}

export const noDealer: DealersPart = { fromDealer: false, toDealer: false };

/**
 * How far goods at a place have come; undefined if they have not been shipped to a dealer. A transfer between own warehouses, and what
 * goes to a laboratory, a supplier or a disposer, is no step towards the consumer. Returned goods have been with a dealer until they
 * are put in stock again.
 */
function stepAtPlace(kind: PlaceKind, { fromDealer, toDealer }: DealersPart): 'shipped' | 'received' | undefined {
  if (kind === 'ship_to' || kind === 'dealer' || kind === 'refund') return 'received';
  if (kind === 'outside') return undefined;
  if (fromDealer) return 'received';
  return toDealer || kind === 'lost' ? 'shipped' : undefined;
}

/** Whether goods at a place are with their maker and have not been shipped: no consumer can have them. */
export const isBeforeShipping = (kind: PlaceKind, part: DealersPart): boolean =>
  stockAt[kind] === 'at_place' && stepAtPlace(kind, part) === undefined;

/** The furthest step that a code has reached on its way to the consumer; undefined for a pre-code. `part` is that of its goods. */
export function stepReached(codes: CodeRecords, record: CodeRecord, part: DealersPart): GenuineStep | undefined {
  if (record.life === 'active') {
    const kind = codes.placeKindOf(record);
    const atPlace = kind && stepAtPlace(kind, part);
    if (atPlace) return atPlace;
    if (hasBeenPacked(record)) return 'packed';
    if (isOnProduct(record)) return 'bound';
  }
  if (record.issue.range_bound && !record.rejected) return 'bound';
  return codes.statusOf(record) === 'issued' ? undefined : 'issued';
}

/** It is a package, lies in one, or was taken out of one: what was packed stays so, even after it was unpacked for sale. */
const hasBeenPacked = ({ contents, packedBy, events }: CodeRecord): boolean =>
  contents !== null ||
  packedBy !== null ||
  events.some(({ act: eventType, naming: role }) => eventType === 'unpack' && role === 'item');

/** The label of an emptied package is on nothing, and what the line rejected is not for sale. */
const isOnProduct = ({ level, contents, rejected }: CodeRecord): boolean =>
  !rejected && (level === 1 || contents !== null);
