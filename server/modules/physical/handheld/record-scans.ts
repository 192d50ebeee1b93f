import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { SharedServices } from '#shared-services.ts';
import { lotNumbers } from '#trace/goods.ts';
import { type RefusedText, refusedTexts } from '#trace/lookup/refused-texts.ts';
import type { GoodsAct, Outcome, ReadScan } from './acts/act.ts';
import { actOf } from './acts/acts.ts';
import type { KeptAnswer } from './handheld.table.ts';
import type { KeptScan } from './kept-scans.ts';
import type { TimedScan } from './read-scans.ts';

/** Records scans in the transaction that holds the capture lock: those of one act and document that follow each other at once. */
export async function recorded(
  sql: Connection,
  shared: SharedServices,
  caller: Caller<Account>,
  scans: readonly TimedScan[],
): Promise<(TimedScan & { readonly kept: KeptScan })[]> {
  const read = scans.flatMap(({ scan, codes, time }): ReadScan[] =>
    'refused' in codes ? [] : [{ scan, ...codes, time }],
  );
  const outcomes = new Map<string, Outcome>();
  for (const run of runsOf(read)) {
    const act = actOf((run[0] as ReadScan).scan.act) as GoodsAct;
    const some = await act.record(sql, shared, caller, run);
    for (const [at, { scan }] of run.entries()) outcomes.set(scan.id, some[at] as Outcome);
  }
  const goods = await goodsOf(sql, shared, read, outcomes);
  const refusals = await refusalsOf(sql, shared, read, outcomes);
  return scans.map((one) => {
    const { scan, codes } = one;
    const whose = { id: scan.id, account_id: caller.account.id };
    const refused = 'refused' in codes ? codes.refused : refusals.get(scan.id);
    if (refused) return { ...one, kept: { ...whose, result: 'refused', answer: { units: 0 }, refusals: refused } };
    const outcome = outcomes.get(scan.id) as Exclude<Outcome, { refused: unknown }>;
    const answer = { units: outcome.units, ...goods.get(scan.id) };
    return { ...one, kept: { ...whose, result: outcome.known ? 'known' : 'taken', answer, refusals: [] } };
  });
}

/** Scans that follow each other, as long as they are of one act and document. */
function runsOf(scans: readonly ReadScan[]): ReadScan[][] {
  const runs: ReadScan[][] = [];
  for (const one of scans) {
    const last = runs.at(-1)?.at(-1)?.scan;
    const isSame = last && actOf(last.act) === actOf(one.scan.act) && last.document_id === one.scan.document_id;
    if (isSame) runs.at(-1)?.push(one);
    else runs.push([one]);
  }
  return runs;
}

async function goodsOf(
  sql: Connection,
  { rules }: SharedServices,
  read: readonly ReadScan[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<Map<string, KeptAnswer>> {
  const taken = read.flatMap(({ scan, code }) => {
    const outcome = outcomes.get(scan.id) as Outcome;
    return 'refused' in outcome ? [] : [{ id: scan.id, code, ...outcome }];
  });
  if (taken.length === 0) return new Map();
  const [texts, lots] = await Promise.all([
    rules.texts(
      sql,
      taken.map(({ code }) => code),
    ),
    lotNumbers(sql, [...new Set(taken.flatMap(({ lotId }) => lotId ?? []))]),
  ]);
  return new Map(
    taken.map(({ id, code, productId, lotId, units, outcome }) => [
      id,
      {
        ...{ printed: texts.get(code) ?? '', product_id: productId, lot: lots.get(lotId ?? 0) ?? null, units },
        ...(outcome ? { outcome } : {}),
      },
    ]),
  );
}

/** The refusals of scans, with the names of everything: whoever reads them is told what they may know. */
async function refusalsOf(
  sql: Connection,
  { rules }: SharedServices,
  read: readonly ReadScan[],
  outcomes: ReadonlyMap<string, Outcome>,
): Promise<Map<string, RefusedText[]>> {
  const of = read.flatMap(({ scan }) => {
    const outcome = outcomes.get(scan.id) as Outcome;
    return 'refused' in outcome ? outcome.refused.map((one) => ({ scan: scan.id, one })) : [];
  });
  if (of.length === 0) return new Map();
  const texts = await refusedTexts(
    sql,
    { rules, seen: 'everything' },
    of.map(({ one }) => one),
  );
  const byScan = new Map<string, RefusedText[]>();
  for (const [at, { scan }] of of.entries()) byScan.getOrInsert(scan, []).push(texts[at] as RefusedText);
  return byScan;
}
