import type { ScanAct } from '@suyuan/contract/handheld/act.ts';
import { lazy } from 'react';
import { type Done, isDone } from '../snapshot/progress.ts';
import type { KnownCode } from '../snapshot/snapshot.ts';
import type { Ground, HandheldAct, Objection, Verdict } from './act.ts';
import { comparing } from './comparing-rules.ts';
import { isAnotherFind } from './inspecting-rules.ts';
import { judgeLoading } from './loading-rules.ts';
import { packing } from './packing-rules.ts';
import { replacing } from './replacing-rules.ts';

const load: HandheldAct = {
  does: 'load',
  undoes: 'unload',
  judge: (found, done, { head, today }) => judgeLoading(found, done, head, today),
};

/** What arrives: it is expected or, as far as is known here, it may be anything. */
const receive: HandheldAct = {
  does: 'receive',
  undoes: 'unreceive',
  manners: ['singly', 'damaged'],
  judge: (found, done, { manners }) => {
    // What is damaged is said of what is counted already, too.
    if (found && isDone(found, done) && !manners.has('damaged')) return { verdict: 'repeated' };
    if (found?.goods.inside && !manners.has('singly')) return objection(found, 'part_of_package');
    return known(found);
  },
  End: lazy(() => import('./EndOfArrival.tsx')),
};

const move: HandheldAct = {
  does: 'move',
  manners: ['moving'],
  judge: (found, done, ground) => {
    if (found && isDone(found, done)) return { verdict: 'repeated' };
    if (found?.goods.held && ground.head.policies?.on_hold === 'refuse') return objection(found, 'on_hold');
    if (found?.goods.inside && !ground.manners.has('moving')) return objection(found, 'packed_elsewhere');
    return known(found);
  },
};

const takeBack: HandheldAct = { does: 'return', judge: once };

const count: HandheldAct = {
  does: 'count',
  undoes: 'uncount',
  judge: once,
  End: lazy(() => import('./EndOfCount.tsx')),
};

const pack: HandheldAct = {
  ...{ does: 'pack', manners: ['moving'], judge: once, gathering: packing, alternative: 'repack' },
};

/** What lies in a package is compared with what is recorded of it, and set right. */
const repack: HandheldAct = {
  ...{ does: 'repack', judge: once, gathering: comparing, alternative: 'pack' },
  Beside: lazy(() => import('./ComparedPackage.tsx')),
};

/** A label is put on a product: what is on one already is told so. */
const commission: HandheldAct = {
  does: 'commission',
  judge: (found, done) => {
    if (found && (!found.goods.fresh || isDone(found, done))) return { verdict: 'repeated' };
    if (found && found.goods.level > 1) return objection(found, 'not_a_unit');
    return known(found);
  },
};

const unpack: HandheldAct = { does: 'unpack', manners: ['singly'], asksReason: true, judge: once };

const replace: HandheldAct = { does: 'replace', asksReason: true, judge: once, gathering: replacing };

/** The server alone knows where a code should be. */
const inspect: HandheldAct = {
  does: 'inspect',
  isNoted: true,
  isAnother: isAnotherFind,
  judge: () => ({ verdict: 'kept' }),
  Beside: lazy(() => import('./inspect/Circumstances.tsx')),
  Torn: lazy(() => import('./inspect/TornCode.tsx')),
};

const handheldActs = [load, receive, move, takeBack, count, pack, repack, commission, unpack, replace, inspect];

export const actOf = (act: ScanAct): HandheldAct =>
  handheldActs.find(({ does, undoes }) => does === act || undoes === act) as HandheldAct;

/** Acts that need no task: they are offered to whoever may do them. */
export const actsWithoutTask = [unpack, replace, inspect] as const;

function once(found: KnownCode | undefined, done: Done, _: Ground): Verdict {
  return found && isDone(found, done) ? { verdict: 'repeated' } : known(found);
}

const known = (found: KnownCode | undefined): Verdict =>
  found ? { verdict: 'good', goods: found.goods } : { verdict: 'unknown' };

const objection = ({ goods }: KnownCode, reason: Objection): Verdict => ({
  ...{ verdict: 'wrong', reason, goods, overridable: false },
});
