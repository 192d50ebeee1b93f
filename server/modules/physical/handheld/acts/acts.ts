import type { ScanAct, TaskKind } from '@suyuan/contract/handheld/act.ts';
import { scanActs } from '@suyuan/contract/handheld/act.ts';
import { type Account, holds } from '#platform/caller.ts';
import type { HandheldAct, HandheldTasks } from './act.ts';
import { count } from './count.ts';
import { inspect } from './inspect.ts';
import { load } from './load.ts';
import { move } from './move.ts';
import { commission, pack, repack } from './pack.ts';
import { replace, unpack } from './package.ts';
import { receive } from './receive.ts';
import { takingBack } from './return.ts';

const handheldActs: readonly HandheldAct[] = [
  load,
  receive,
  move,
  takingBack,
  count,
  pack,
  repack,
  commission,
  unpack,
  replace,
  inspect,
];

const byScan = new Map(handheldActs.flatMap((one) => one.scans.map((act) => [act, one] as const)));

/** What a scan is of. */
export const actOf = (act: ScanAct): HandheldAct => byScan.get(act) as HandheldAct;

/** The tasks of all acts that a person may do, or of one kind. */
export const tasksFor = (account: Account, kind?: TaskKind): HandheldTasks[] =>
  handheldActs.flatMap(({ tasks }) =>
    tasks && (kind === undefined || tasks.kind === kind) && holds(account, scanActs[tasks.kind]) ? tasks : [],
  );
