import { maxRefusals, type RefusalReason } from '@suyuan/contract/trace/refusal.ts';
import type { CodeRecord } from '../../state/code-record.ts';
import type { Custodian, Custody, CustodyState } from '../../state/custody.ts';
import type { HeldBy } from '../../state/holds.ts';
import type { Ledger } from '../../state/ledger.ts';
import type { Representatives } from '../../state/representatives.ts';
import { codesOf, type EventInput } from './event-input.ts';

/** What a refused code collides with: another code (its id), a waybill, product, lot or hold, or a text that needs no language. */
export type Conflict =
  | number
  | string
  | { readonly waybillId: number }
  | { readonly productId: number }
  | { readonly lotId: number }
  | { readonly placeId: number }
  | HeldBy;

/** Why one code of an event is not taken. */
export interface Refused {
  readonly code: number;
  readonly reason: RefusalReason;
  readonly conflict?: Conflict | null;
  /** The event would be taken if the person gave a reason. */
  readonly overridable?: boolean;
}

/**
 * The refusals of each code of an event. A code that is named again is refused for that alone. Beyond `most` refusals no further
 * codes are looked at, since others wait for the capture lock: one refusal more means that there may be others.
 */
export function refusalsOfEach(
  codes: readonly number[],
  against: (code: number) => Iterable<Refused>,
  most: number = maxRefusals,
): Refused[] {
  const refused: Refused[] = [];
  const earlier = new Set<number>();
  for (const code of codes) {
    if (refused.length > most) break;
    if (earlier.has(code)) refused.push({ code, reason: 'repeated_line' });
    else for (const one of against(code)) refused.push(one);
    earlier.add(code);
  }
  return refused;
}

/**
 * The same for goods that move with their contents: a code that lies in another named code would be counted twice, so it is
 * refused.
 */
export function refusalsOfGoods(
  ledger: Ledger,
  codes: readonly number[],
  against: (code: number) => Iterable<Refused>,
): Refused[] {
  const ids = new Set(codes);
  return refusalsOfEach(codes, function* (code) {
    yield* against(code);
    const record = ledger.get(code);
    const outer = record && ledger.above(record).find(({ id }) => ids.has(id));
    if (outer) yield { code, reason: 'in_named_package', conflict: outer.id };
  });
}

/** What is needed to determine in whose custody goods are. */
interface Custodial {
  readonly ledger: Ledger;
  /** Undefined if all events are done on behalf of the enterprise. */
  readonly custody: Custody | undefined;
  readonly representatives?: Representatives | undefined;
}

/**
 * The refusals of codes whose goods are not in the custody of those for whom an event is done; empty for the enterprise. Nothing else
 * is disclosed of such goods: where they are, and what they lie in, is no affair of the caller.
 */
export function outOfCustody({ ledger, custody, representatives }: Custodial, input: EventInput): Refused[] {
  const { custodian } = input;
  if (custodian === 'enterprise') return [];
  if (!custody) throw new Error('the custody of the goods was not loaded');
  const codes = [...new Set(codesOf(input))];
  return codes.flatMap((code): Refused[] => {
    const record = ledger.get(code);
    if (!record) {
      const isFree = representatives?.of(code) !== undefined && custody.isFree(custodian, code);
      return isFree ? [] : [{ code, reason: 'unknown_code' }];
    }
    const state = custody.of(custodian, record, input);
    if (isAllowed(state, custody, input, record)) return [];
    return [{ code, reason: reasonFor(custodian, state) }];
  });
}

function isAllowed(
  { here, coming, sent, known }: CustodyState,
  custody: Custody,
  input: EventInput,
  record: CodeRecord,
): boolean {
  if (here) return true;
  switch (input.act) {
    case 'receive':
      return coming;
    case 'lose':
      return sent;
    case 'unpack':
      return coming && input.onArrival === true;
    case 'void_ship':
      return sent;
    case 'exchange':
      return sent && input.pairs.some(({ old }) => old === record.id);
    case 'take_back': {
      const returner = input.returner && custody.of(input.returner, record, input);
      return returner !== undefined && (returner.here || returner.coming);
    }
    case 'print':
      // Printing may be reported late, after the goods have left; a label is printed before it is on goods.
      return known && input.late === true && record.boundAt !== null && input.at <= record.boundAt;
    default:
      return false;
  }
}

/** Whether the goods of a code are in the custody of those for whom an event is done. */
export const isInCustody = ({ custody }: Custodial, input: EventInput, record: CodeRecord): boolean =>
  input.custodian === 'enterprise' || custody?.of(input.custodian, record, input).here === true;

/** Goods that somebody was party to are elsewhere; goods of others are unknown to people, and to lines those of other lines. */
const reasonFor = (custodian: Custodian, { known }: CustodyState): Refused['reason'] => {
  if (known) return 'not_here';
  return custodian !== 'enterprise' && custodian.kind === 'line' ? 'foreign_code' : 'unknown_code';
};
