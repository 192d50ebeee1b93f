import { scanActs } from '@suyuan/contract/handheld/act.ts';
import type { Scan } from '@suyuan/contract/handheld/scan.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import type { HandheldAct } from './acts/act.ts';
import { actOf } from './acts/acts.ts';

/** The document that a scan is done for, or why the caller may not. */
type DocumentOf = (scan: Scan) => { readonly no: string | null } | { readonly refused: readonly RefusedText[] };

/** Finds the documents that the caller may work on, each by the rules of its act. */
export async function ownDocuments(caller: Caller<Account>, scans: readonly Scan[]): Promise<DocumentOf> {
  const byAct = Map.groupBy(scans, ({ act }) => actOf(act));
  const own = new Map<HandheldAct, ReadonlyMap<number, string>>();
  for (const [act, some] of byAct) {
    const ids = [...new Set(some.flatMap(({ document_id }) => document_id ?? []))];
    if (act.documents && ids.length > 0) own.set(act, await act.documents(caller, ids));
  }
  return ({ act, document_id, code }) => {
    const one = actOf(act);
    const isOfDocument = one.documents && !(one.isFree && document_id === undefined);
    const no = isOfDocument ? own.get(one)?.get(document_id ?? 0) : null;
    if (no !== undefined && holds(caller.account, scanActs[act])) return { no };
    return { refused: [{ code, reason: 'unknown_document', conflict: `${document_id ?? ''}` }] };
  };
}
