import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { ErrorReason, MarkingEvent } from '@suyuan/contract/trace/error-declaration.ts';
import type { Amendment } from '@suyuan/contract/trace/event-list.ts';
import type { Origin } from '../../exceptions/exception-kind.ts';
import type { Custodian } from '../../state/custody.ts';
import type { HeldGoods, HoldDocument, LotOf } from '../../state/holds.ts';
import type { IdempotencyKey } from './idempotency.ts';
import type { Doer } from './write-events.ts';

/** An event that a device or a file reports, with nobody present who could read a refusal. */
export interface Unattended {
  readonly origin: Origin;
  /** The message as it was received, kept with an exception. */
  readonly raw: object;
}

/** The fields of every event. */
interface Common {
  /** When it happened, in epoch milliseconds. */
  readonly at: number;
  /** It is happening now, so it comes after all events already written about its codes, even if server clocks disagree. */
  readonly now?: true;
  /** UTC offset where it happened, in minutes. */
  readonly utcOffset: number;
  readonly by: Doer;
  readonly readPointId?: number | null;
  readonly reason?: string | null;
  /** The sender's key, as it is kept with the event. */
  readonly batchKey?: string | null;
  /** The key under which the event is carried out once; without it, it is carried out each time. */
  readonly idempotency?: IdempotencyKey | undefined;
  /** The correction of a waybill that it is part of, or the return that it is done for: lists and documents go by them. */
  readonly amendment?: Amendment;
  readonly refundId?: number;
  /** The job whose file the event is from. */
  readonly jobId?: string;
  /** A device may send it after later events: it is ordered by when it happened, not by when it came in. */
  readonly late?: boolean;
  /**
   * How far the time may be off, in milliseconds, where the clock of a device was corrected: an event comes after those already written about
   * its codes if it is no more than that before them.
   */
  readonly clockError?: number;
  /** Refusals also raise exceptions for somebody to look at. */
  readonly unattended?: Unattended;
  /** On whose behalf it is done: goods that are not in the custody of them are refused. */
  readonly custodian: Custodian;
}

export interface PackEvent extends Common {
  readonly act: 'pack';
  readonly workOrderId: number;
  readonly parent: number;
  /** Empty where the parent is the outermost code of a set, which is packed as it was ordered. */
  readonly children: readonly number[];
  /** The package may stay incomplete: a remainder. */
  readonly remainder?: boolean;
  /** Children that lie in another package are taken out of it first. */
  readonly moving?: boolean;
  /**
   * One of very many, as in a file: no row of `event_code` for the parent, whose row of `package` names the event, unless an event
   * named the parent before.
   */
  readonly brief?: boolean;
}

/** Takes `children` out of the packages that they are in, or everything out of `parent`. */
export interface UnpackEvent extends Common {
  readonly act: 'unpack';
  readonly parent?: number;
  readonly children?: readonly number[];
  /** They are unpacked because they did not arrive with their package, which does. */
  readonly onArrival?: true;
}

export interface ReplaceEvent extends Common {
  readonly act: 'replace';
  readonly old: number;
  readonly successor: number;
}

/** Codes are commissioned (put on products), or the labels or products that carry them are scrapped, sampled or rejected. */
export interface MarkEvent extends Common {
  readonly act: MarkingEvent;
  readonly workOrderId: number;
  readonly codes: readonly number[];
}

/** Labels were printed with codes. */
export interface PrintEvent extends Common {
  readonly act: 'print';
  readonly workOrderId: number;
  readonly codes: readonly number[];
}

/** Labels of goods are printed again by a person: recorded as a printing that names each code. */
export interface ReprintEvent extends Common {
  readonly act: 'reprint';
  readonly codes: readonly number[];
}

/** Somebody looks at codes, wherever they are. */
export interface InspectEvent extends Common {
  readonly act: 'inspect';
  readonly codes: readonly number[];
}

/** Goods are held for a recall or a quality hold. */
export interface HoldEvent extends Common {
  readonly act: 'hold';
  readonly document: HoldDocument;
  readonly lots: readonly LotOf[];
  readonly codes: readonly number[];
  readonly places: readonly number[];
  readonly reason: string;
}

/** A hold that is lifted. */
interface LiftedHold {
  readonly id: number;
  readonly goods: HeldGoods;
  /** It was none: the code was released one by one. */
  readonly exempts?: boolean;
}

/** Holds of a document are lifted, and codes are released from whatever else it holds. */
export interface ReleaseEvent extends Common {
  readonly act: 'release';
  readonly document: HoldDocument;
  readonly holds: readonly LiftedHold[];
  readonly codes?: readonly number[];
}

/** Ranges of codes are taken out of use, or put back into it. */
export interface CloseEvent extends Common {
  readonly act: 'close' | 'reopen';
  readonly ranges: readonly Range[];
}

/** A package was recounted: `contents` is what it holds now. What is missing is unpacked, what is new is packed. */
export interface RepackEvent extends Common {
  readonly act: 'repack';
  readonly workOrderId: number;
  readonly parent: number;
  readonly contents: readonly number[];
}

/** A packing (`event`) into `parent` is declared wrong: afterwards states are as if it had never happened. */
export interface RetractEvent extends Common {
  readonly act: 'retract';
  readonly parent: number;
  readonly event: number;
  readonly error: ErrorReason;
}

/** An event that marked codes (`event`) is declared wrong, for all of these codes. */
export interface UnmarkEvent extends Common {
  readonly act: 'unmark';
  /** Which event it was. */
  readonly did: MarkingEvent;
  readonly event: number;
  readonly codes: readonly number[];
  /** The reason that the wrong event gave, by which its figures were counted. */
  readonly cause: string | null;
  readonly error: ErrorReason;
}

/** That goods arrived by a waybill, or were lost on the way, (`event`) is declared wrong for all of its codes. */
export interface UntravelEvent extends Common {
  readonly act: 'untravel';
  /** Which event it was. */
  readonly did: 'receive' | 'lose';
  readonly waybillId: number;
  readonly event: number;
  readonly codes: readonly number[];
  readonly error: ErrorReason;
}

/** Where goods are afterwards; null where that is not known. */
type Whereto = { readonly placeId: number | null };

/** Goods are put on a waybill that has not left; if they are in a package, they are taken out of it first. */
export interface LoadEvent extends Common {
  readonly act: 'load';
  readonly waybillId: number;
  readonly code: number;
  /** Why they are loaded against a rule of the warehouse that only warns. */
  readonly overrideReason?: string | null;
}

/** Goods are unloaded from a waybill, shipped with it, received from it, lost on the way, or taken off it after it has left. */
export interface TravelEvent extends Common, Whereto {
  readonly act: 'unload' | 'ship' | 'receive' | 'lose' | 'void_ship';
  readonly waybillId: number;
  readonly codes: readonly number[];
}

/** Goods are taken off a waybill after it has left, and others take their place. */
export interface ExchangeEvent extends Common, Whereto {
  readonly act: 'exchange';
  readonly waybillId: number;
  readonly pairs: readonly { readonly old: number; readonly successor: number }[];
  /** The place that stands for being in transit with this waybill. */
  readonly underWayId: number;
}

/**
 * Goods are stored, missing from a warehouse, returned by a dealer, or restocked, reworked or destroyed after a return was inspected.
 */
export interface MoveEvent extends Common, Whereto {
  readonly act: 'store' | 'lose' | 'take_back' | 'void_return' | 'restock' | 'rework' | 'destroy';
  readonly codes: readonly number[];
  /** Goods that are stored may only come from one of these places, or be missing goods that were found. */
  readonly within?: readonly number[];
  /** They are stored where goods are kept apart: what is on hold may go there. */
  readonly takesHeld?: boolean;
  /** What lies in a package is not taken out of it. */
  readonly staysPacked?: boolean;
  /** They are stored where they were before: what storing them took out of a package is put back into it. */
  readonly putsBack?: boolean;
  /** Of goods that are taken back: the dealer that sends them. */
  readonly returner?: Custodian;
}

export type EventInput =
  | PackEvent
  | UnpackEvent
  | ReplaceEvent
  | MarkEvent
  | PrintEvent
  | ReprintEvent
  | InspectEvent
  | HoldEvent
  | ReleaseEvent
  | CloseEvent
  | RepackEvent
  | RetractEvent
  | UnmarkEvent
  | UntravelEvent
  | LoadEvent
  | TravelEvent
  | ExchangeEvent
  | MoveEvent;

/** Whether nobody is present who could read a refusal. */
export const isUnattended = (input: EventInput): input is UnattendedEvent => input.unattended !== undefined;

export type UnattendedEvent = EventInput & { readonly unattended: Unattended };

/** The codes whose state has to be read before the event is checked. */
export function codesOf(input: EventInput): number[] {
  switch (input.act) {
    case 'pack':
      return [input.parent, ...input.children];
    case 'unpack':
      return [...(input.parent === undefined ? [] : [input.parent]), ...(input.children ?? [])];
    case 'replace':
      return [input.old, input.successor];
    case 'load':
      return [input.code];
    case 'exchange':
      return input.pairs.flatMap(({ old, successor }) => [old, successor]);
    case 'repack':
      return [input.parent, ...input.contents];
    case 'retract':
      return [input.parent];
    case 'release':
      return [...input.holds.flatMap(({ goods }) => ('code' in goods ? goods.code : [])), ...(input.codes ?? [])];
    case 'close':
    case 'reopen':
      return [];
    default:
      return [...input.codes];
  }
}

/** The packages whose children have to be read, too. */
export function openedBy(input: EventInput): number[] {
  switch (input.act) {
    case 'unpack':
      return input.parent === undefined ? [] : [input.parent];
    case 'replace':
      return [input.old];
    case 'repack':
    case 'retract':
      return [input.parent];
    default:
      return [];
  }
}
