import type { CaptureContext, Outcome } from '../context/capture-context.ts';
import type { EventInput } from '../context/event-input.ts';
import { outOfCustody } from '../context/out-of-custody.ts';
import { repetition } from '../context/repetition.ts';
import { confirmsSet } from '../context/whole-sets.ts';
import { confirmSet } from './confirm-set.ts';
import { retract, unmark, untravel } from './declare-wrong.ts';
import { exchange } from './exchange.ts';
import { hold, release } from './hold.ts';
import { load } from './load.ts';
import { close, inspect, mark, print } from './mark.ts';
import { pack, repack } from './pack.ts';
import { move, travel } from './travel.ts';
import { replace, unpack } from './unpack.ts';

/**
 * Checks an event of any kind and applies it. If it is refused, or was recorded before, nothing has changed; else `ledger` and `effects`
 * have.
 */
export function applyEvent(context: CaptureContext, input: EventInput): Outcome {
  const refused = outOfCustody(context, input);
  // What was done for a waybill is known to whoever may act for it, wherever the goods are since.
  const mayRepeat = refused.length === 0 || 'waybillId' in input;
  const repeated = mayRepeat ? repetition(context, input) : undefined;
  if (repeated) return repeated;
  return refused.length > 0 ? { refused } : applyAllowed(context, input);
}

function applyAllowed(context: CaptureContext, input: EventInput): Outcome {
  switch (input.act) {
    case 'pack':
      return confirmsSet(input) ? confirmSet(context, input) : pack(context, input);
    case 'repack':
      return repack(context, input);
    case 'unpack':
      return unpack(context, input);
    case 'retract':
      return retract(context, input);
    case 'unmark':
      return unmark(context, input);
    case 'untravel':
      return untravel(context, input);
    case 'replace':
      return replace(context, input);
    case 'print':
      return print(context, input);
    case 'inspect':
      return inspect(context, input);
    case 'hold':
      return hold(context, input);
    case 'release':
      return release(context, input);
    case 'close':
    case 'reopen':
      return close(context, input);
    case 'load':
      return load(context, input);
    case 'unload':
    case 'ship':
    case 'receive':
    case 'lose':
    case 'void_ship':
      return travel(context, input);
    case 'exchange':
      return exchange(context, input);
    case 'store':
    case 'take_back':
    case 'void_return':
    case 'restock':
    case 'rework':
    case 'destroy':
      return move(context, input);
    default:
      return mark(context, input);
  }
}
