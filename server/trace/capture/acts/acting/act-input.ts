import type { Range } from '../../../../../codes/sets/ranges.ts';
import type { ErrorReason, MarkingAct } from '../../../../../contract/trace/error-declaration.ts';
import type { Origin } from '../../../exceptions/exception-kind.ts';
import type { Doer } from '../../effects/new-event.ts';

/** A device or a file says it, and nobody stands by who could be told at once. */
export interface Unattended {
  readonly origin: Origin;
  /** As it came in. */
  readonly raw: object;
}

/** What is true of every act. */
interface Common {
  /** When it happened, as milliseconds. */
  readonly at: number;
  /** It is happening now: what was taken before it happened before it, whatever the clocks of servers say. */
  readonly now?: true;
  /** Minutes east of Greenwich where it happened. */
  readonly utcOffset: number;
  readonly by: Doer;
  readonly readPointId?: number | null;
  readonly reason?: string | null;
  readonly batchKey?: string | null;
  /** A device sent it when it could: acts are put in the order in which they happened. */
  readonly late?: boolean;
  /** What of it does not fit is an exception, beside being refused. */
  readonly unattended?: Unattended;
  /** Goods of other work orders are none for whoever did it. */
  readonly within?: ReadonlySet<number>;
}

export interface PackAct extends Common {
  readonly act: 'pack';
  readonly workOrderId: number;
  readonly parent: number;
  /** None where the parent is the outermost code of a set, which is packed as it was ordered. */
  readonly children: readonly number[];
  /** It may stay incomplete: a remainder. */
  readonly remainder?: boolean;
  /** What lies in another package is taken out of it. */
  readonly moving?: boolean;
  /** One of very many: that it made the package is told by the package alone. */
  readonly brief?: boolean;
}

/** Children out of what they are in; or all that is in `parent`. */
export interface UnpackAct extends Common {
  readonly act: 'unpack';
  readonly parent?: number;
  readonly children?: readonly number[];
}

export interface ReplaceAct extends Common {
  readonly act: 'replace';
  readonly old: number;
  readonly successor: number;
}

/** Codes are put on products, or what carries them is thrown away, sampled or put aside. */
export interface MarkAct extends Common {
  readonly act: MarkingAct;
  readonly workOrderId: number;
  readonly codes: readonly number[];
}

/** Labels are printed with codes. */
export interface PrintAct extends Common {
  readonly act: 'print';
  readonly workOrderId: number;
  readonly codes: readonly number[];
}

/** Somebody looks at codes, wherever they are. */
export interface InspectAct extends Common {
  readonly act: 'inspect';
  readonly codes: readonly number[];
}

/** A lot of a product. */
interface LotOf {
  readonly id: number;
  readonly productId: number;
}

/** Goods are called back: lots whole, and codes with all that lies in them. */
export interface HoldAct extends Common {
  readonly act: 'hold';
  readonly recallId: number;
  readonly lots: readonly LotOf[];
  readonly codes: readonly number[];
  readonly reason: string;
}

/** Holds of a lot or a code each are lifted. */
export interface ReleaseAct extends Common {
  readonly act: 'release';
  readonly holds: readonly { readonly id: number; readonly lot: LotOf | null; readonly code: number | null }[];
}

/** Codes go out of use, or come back: those of some ranges that are on products. */
export interface CloseAct extends Common {
  readonly act: 'close' | 'reopen';
  readonly ranges: readonly Range[];
}

/** A package is as it was counted: what is missing comes out, what is there goes in. */
export interface RepackAct extends Common {
  readonly act: 'repack';
  readonly workOrderId: number;
  readonly parent: number;
  readonly contents: readonly number[];
}

/** A packing that was a mistake is declared wrong: it is as if it had not been. */
export interface RetractAct extends Common {
  readonly act: 'retract';
  readonly parent: number;
  readonly event: number;
  readonly error: ErrorReason;
}

/** What marked codes is declared wrong, for all of them. */
export interface UnmarkAct extends Common {
  readonly act: 'unmark';
  /** What it did, when, and to which codes. */
  readonly did: MarkingAct;
  readonly event: number;
  readonly codes: readonly number[];
  /** What it said was the reason. */
  readonly cause: string | null;
  readonly error: ErrorReason;
}

/** Where goods are moved to: to a place, or nowhere that is known. */
type Whereto = { readonly placeId: number | null };

/** Goods are put on a waybill that has not left, taken out of what they lie in. */
export interface LoadAct extends Common {
  readonly act: 'load';
  readonly waybillId: number;
  readonly code: number;
  /** Why they are loaded though a rule speaks against it that lets itself be overruled. */
  readonly overrideReason?: string | null;
}

/** Goods are taken off a waybill, leave with it, arrive by it, or come off it after it has left. */
export interface TravelAct extends Common, Whereto {
  readonly act: 'unload' | 'ship' | 'receive' | 'void_ship';
  readonly waybillId: number;
  readonly codes: readonly number[];
}

/** Goods come off a waybill after it has left, and others take their place. */
export interface ExchangeAct extends Common, Whereto {
  readonly act: 'exchange';
  readonly waybillId: number;
  readonly pairs: readonly { readonly old: number; readonly successor: number }[];
  /** Where goods are while they travel with it. */
  readonly underWayId: number;
}

/** Goods are moved between warehouses, come back, and are inspected. */
export interface MoveAct extends Common, Whereto {
  readonly act: 'store' | 'take_back' | 'void_return' | 'restock' | 'rework' | 'destroy';
  readonly codes: readonly number[];
}

export type ActInput =
  | PackAct
  | UnpackAct
  | ReplaceAct
  | MarkAct
  | PrintAct
  | InspectAct
  | HoldAct
  | ReleaseAct
  | CloseAct
  | RepackAct
  | RetractAct
  | UnmarkAct
  | LoadAct
  | TravelAct
  | ExchangeAct
  | MoveAct;

/** The codes that have to be known before it is checked. */
export function codesOf(input: ActInput): number[] {
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
      return input.holds.flatMap(({ code }) => code ?? []);
    case 'close':
    case 'reopen':
      return [];
    default:
      return [...input.codes];
  }
}

/** Packages whose contents have to be known too. */
export function openedBy(input: ActInput): number[] {
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
