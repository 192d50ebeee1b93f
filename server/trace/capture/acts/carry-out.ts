import type { ActInput } from './acting/act-input.ts';
import type { Acting, Outcome } from './acting/acting.ts';
import { outOfCustody } from './acting/out-of-custody.ts';
import { repetition } from './acting/repetition.ts';
import { confirmsSet } from './acting/whole-sets.ts';
import { retract } from './declared/retract.ts';
import { unmark } from './declared/unmark.ts';
import { untravel } from './declared/untravel.ts';
import { close } from './marks/close.ts';
import { hold, release } from './marks/hold.ts';
import { inspect } from './marks/inspect.ts';
import { mark } from './marks/mark.ts';
import { print } from './marks/print.ts';
import { confirmSet } from './packing/confirm-set.ts';
import { pack, repack } from './packing/pack.ts';
import { replace } from './packing/replace.ts';
import { unpack } from './packing/unpack.ts';
import { exchange } from './travel/exchange.ts';
import { load } from './travel/load.ts';
import { move } from './travel/move.ts';
import { travel } from './travel/travel.ts';

/**
 * Checks an act of any kind and carries it out. If it is refused, or was told before, nothing has changed; else `ledger` and `effects`
 * have.
 */
export function carryOut(acting: Acting, input: ActInput): Outcome {
  const refused = outOfCustody(acting, input);
  if (refused.length > 0) return { refused };
  return repetition(acting, input) ?? carriedOut(acting, input);
}

function carriedOut(acting: Acting, input: ActInput): Outcome {
  switch (input.act) {
    case 'pack':
      return confirmsSet(input) ? confirmSet(acting, input) : pack(acting, input);
    case 'repack':
      return repack(acting, input);
    case 'unpack':
      return unpack(acting, input);
    case 'retract':
      return retract(acting, input);
    case 'unmark':
      return unmark(acting, input);
    case 'untravel':
      return untravel(acting, input);
    case 'replace':
      return replace(acting, input);
    case 'print':
      return print(acting, input);
    case 'inspect':
      return inspect(acting, input);
    case 'hold':
      return hold(acting, input);
    case 'release':
      return release(acting, input);
    case 'close':
    case 'reopen':
      return close(acting, input);
    case 'load':
      return load(acting, input);
    case 'unload':
    case 'ship':
    case 'receive':
    case 'lose':
    case 'void_ship':
      return travel(acting, input);
    case 'exchange':
      return exchange(acting, input);
    case 'store':
    case 'take_back':
    case 'void_return':
    case 'restock':
    case 'rework':
    case 'destroy':
      return move(acting, input);
    default:
      return mark(acting, input);
  }
}
