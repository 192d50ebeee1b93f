import type { ScanVerdict } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import {
  type ArrivalOutcome,
  arrivalComplete,
  arrivalDiscard,
  arrivalMark,
  arrivalResume,
  arrivalScan,
  arrivalSeal,
  arrivalUndo,
  type ScanAnswer,
} from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import type { Connection } from '#platform/database/database.ts';
import { type Language, text } from '#platform/language.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup, refusalMessage } from '#trace/lookup/code-lookup.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { begunCount, countFor, isBlind, lockAwaited } from '../waybill/life/open-count.ts';
import { requireReceiver } from '../waybill/require-waybill.ts';
import { differencesOf } from './arrival-differences.ts';
import { CountedCodes, countInside } from './counted-codes.ts';
import { requireKept } from './kept-pictures.ts';
import { comparedWith, type ScannedCode } from './scanned-goods.ts';

/** Serves counting what arrives: scans and their undoing, conditions, the seal, and the end of the count. Nothing is received by it. */
export default function serveArrivalCount(services: Services, shared: SharedServices): void {
  const { routes, system } = services;
  const { sql } = system.codes;

  routes.serve(arrivalScan, async ({ id, codes, singly = false, batch_key }, caller) => {
    await requireReceiver(caller, id);
    const { results } = await CodeLookup.resolve(services, shared, caller, codes, { forCapture: true });
    const ids = [...new Set(results.filter((one) => typeof one === 'number'))];
    const [compared, printed] = await Promise.all([
      comparedWith(sql, caller.db, id, ids),
      shared.rules.texts(sql, ids),
    ]);
    const locale = localeOf(services, caller);
    return sql.begin(async (transaction) => {
      await lockAwaited(transaction, id);
      const count = await begunCount(transaction, id, caller.account.id);
      const around = [...compared.values()].flatMap(({ above }) => above);
      const sent = { texts: codes, by: caller.account.id, key: batch_key ?? null };
      const desk = await CountedCodes.read(transaction, count, { codes: [...ids, ...around], ...sent });
      const answers = codes.map((code, at): ScanAnswer => {
        const one = results[at] as number | RefusedText;
        if (typeof one !== 'number') {
          const { message } = refusalMessage(locale, one);
          return { code, printed: code, outcome: desk.unknown(code), message, units: 0 };
        }
        const scanned = compared.get(one);
        if (!scanned) throw new Error(`code ${one} has no record`);
        const own = printed.get(one) ?? code;
        const { outcome, inside } = desk.scan({ id: one, text: own, scanned, singly });
        const params = { package: inside === undefined ? '' : desk.textOf(inside) };
        return {
          code,
          printed: own,
          outcome,
          message: messageOf(locale.language, outcome, scanned, params),
          units: scanned.units,
        };
      });
      await desk.write(transaction);
      const open = answers.flatMap(({ outcome }, at) => (outcome === 'part' ? [results[at] as number] : []));
      return {
        answers: await withPackages(transaction, answers, { results, compared, open, language: locale.language }),
      };
    });
  });

  /** Names the package that a part lies in. */
  const withPackages = async (
    transaction: Connection,
    answers: ScanAnswer[],
    { results, compared, open, language }: PartsOf,
  ): Promise<ScanAnswer[]> => {
    if (open.length === 0) return answers;
    const outer = open.flatMap((one) => compared.get(one)?.above.at(-1) ?? []);
    const texts = await shared.rules.texts(transaction, outer);
    return answers.map((answer, at) => {
      if (answer.outcome !== 'part') return answer;
      const around = compared.get(results[at] as number)?.above.at(-1) ?? 0;
      return { ...answer, message: text(language, 'arrival.answer.part', { package: texts.get(around) ?? '' }) };
    });
  };

  routes.serve(arrivalUndo, async ({ id, counted: code }, caller) => {
    await requireReceiver(caller, id);
    return sql.begin(async (transaction) => {
      await lockAwaited(transaction, id);
      const count = await countFor(transaction, id, 'undo');
      const [scan] = await transaction<{ text: string }[]>`
        delete from arrival_scan where count_id = ${count.id} and text = ${code} returning text`;
      if (!scan) throw notFound('arrival_scan');
      await countInside(transaction, count.id);
      return { code: scan.text };
    });
  });

  routes.serve(arrivalMark, async ({ id, counted: code, condition, note, photos = [] }, caller) => {
    await requireReceiver(caller, id);
    return sql.begin(async (transaction) => {
      await lockAwaited(transaction, id);
      const count = await countFor(transaction, id, 'mark');
      await requireKept(transaction, photos, 'photos');
      const [scan] = await transaction<{ id: number; verdict: ScanVerdict }[]>`
        select id, verdict from arrival_scan where count_id = ${count.id} and text = ${code}`;
      if (!scan) throw notFound('arrival_scan');
      // What does not belong to the waybill is not received, so nothing is said of its condition.
      if (scan.verdict !== 'expected') throw conflict('arrival_not_counted');
      const isGood = condition === 'good';
      const [row] = await transaction<{ text: string }[]>`
        update arrival_scan set condition = ${condition}, note = ${isGood ? null : note?.trim() || null},
          pictures = ${(isGood ? [] : photos) as string[]}
        where id = ${scan.id} returning text`;
      return { code: row?.text ?? '' };
    });
  });

  routes.serve(arrivalSeal, async ({ id, seal }, caller) => {
    await requireReceiver(caller, id);
    return sql.begin(async (transaction) => {
      await lockAwaited(transaction, id);
      const { id: countId } = await begunCount(transaction, id, caller.account.id);
      const found = seal?.found?.trim() || null;
      if (seal?.state === 'other' && !found) throw badInput({ path: 'seal.found', reason: 'required' });
      await requireKept(transaction, seal?.photos ?? [], 'seal.photos');
      const value = seal && { state: seal.state, found, note: seal.note?.trim() || null, photos: seal.photos ?? [] };
      await transaction`
        update arrival_count set seal = ${value === null ? null : JSON.stringify(value)}::text::jsonb where id = ${countId}`;
      return null;
    });
  });

  routes.serve(arrivalComplete, async ({ id }, caller) => {
    await requireReceiver(caller, id);
    return sql.begin(async (transaction) => {
      await lockAwaited(transaction, id);
      const count = await countFor(transaction, id, 'complete');
      const completedAt = new Date();
      await transaction`
        update arrival_count set completed_at = ${completedAt}, completed_by = ${caller.account.id} where id = ${count.id}`;
      return { completed_at: completedAt.toISOString(), differences: await differencesOf(transaction, count) };
    });
  });

  routes.serve(arrivalResume, async ({ id }, caller) => {
    await requireReceiver(caller, id);
    return sql.begin(async (transaction) => {
      await lockAwaited(transaction, id);
      const count = await countFor(transaction, id, 'resume');
      const again = (await isBlind(transaction, id)) ? 1 : 0;
      await transaction`
        update arrival_count set completed_at = null, completed_by = null, recounts = recounts + ${again} where id = ${count.id}`;
      return null;
    });
  });

  routes.serve(arrivalDiscard, async ({ id }, caller) => {
    await requireReceiver(caller, id);
    return sql.begin(async (transaction) => {
      await lockAwaited(transaction, id);
      const count = await countFor(transaction, id, 'discard');
      await transaction`delete from arrival_scan where count_id = ${count.id}`;
      await transaction`delete from arrival_count where id = ${count.id}`;
      return null;
    });
  });
}

interface PartsOf {
  readonly results: readonly (number | RefusedText)[];
  readonly compared: ReadonlyMap<number, ScannedCode>;
  /** The codes that are parts. */
  readonly open: readonly number[];
  readonly language: Language;
}

const messageOf = (
  language: Language,
  outcome: ArrivalOutcome,
  { otherWaybill, missingFrom }: ScannedCode,
  params: { readonly package: string },
): string =>
  text(language, `arrival.answer.${outcome === 'repeated' && params.package ? 'repeatedInside' : outcome}`, {
    ...params,
    waybill: otherWaybill?.waybill_no ?? '',
    warehouse: missingFrom ?? '',
  });
