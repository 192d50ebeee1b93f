import { type ActName, actOf } from '@suyuan/contract/trace/acts.ts';
import { type MarkingAct, markingActs } from '@suyuan/contract/trace/error-declaration.ts';
import type { Connection } from '#platform/database/database.ts';
import { notFound } from '#platform/refusal.ts';
import type { RetractAct, UnmarkAct } from '#trace/capture/acts/context/act-input.ts';
import { journeyOf } from '#trace/journey/code-journey.ts';
import { Ledger } from '#trace/state/ledger.ts';

type What = Pick<RetractAct, 'act' | 'parent'> | Pick<UnmarkAct, 'act' | 'did' | 'codes' | 'cause'>;

/** The undoing that declares an act wrong; undefined for a correction, and for kinds that another act reverses. */
export async function undoneBy(sql: Connection, code: number, event: number): Promise<What | undefined> {
  const [row] = await sql<{ act: number; corrects: number | null; reason: string | null }[]>`
    select act, corrects, reason from trace_event where id = ${event}`;
  if (!row || !(await journeyOf(sql, code)).events.includes(event)) throw notFound('trace_event');
  const act = actOf(row.act);
  if (row.corrects !== null) return undefined;
  if (act === 'pack') return { act: 'retract', parent: await packedInto(sql, code, event) };
  if (!isMarking(act)) return undefined;
  const named = await sql<{ code: number }[]>`select code from event_code where event_id = ${event} order by code`;
  return { act: 'unmark', did: act, codes: named.map((one) => one.code), cause: row.reason };
}

const isMarking = (act: ActName): act is MarkingAct => markingActs.some((marking) => marking === act);

/**
 * The package that an act packed: the set that it confirmed, or the package around the code or around one of its packages; else
 * the code itself.
 */
async function packedInto(sql: Connection, code: number, event: number): Promise<number> {
  const ledger = new Ledger(sql);
  await ledger.read([code]);
  const record = ledger.of(code);
  const set = ledger.setCodeOf(code)?.outermost;
  if (set !== undefined && ledger.get(set)?.confirmedBy?.id === event) return set;
  return [record, ...ledger.above(record)].find(({ packedBy }) => packedBy?.id === event)?.parent ?? code;
}
