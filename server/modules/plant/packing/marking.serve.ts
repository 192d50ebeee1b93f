import type { InputOf } from '@suyuan/contract/call/call.ts';
import {
  codesReject,
  codesSample,
  codesScrap,
  codesUnmark,
  type DeskMark,
  deskMarks,
} from '@suyuan/contract/plant/packing/marking.ts';
import { eventTypeOf } from '@suyuan/contract/trace/events.ts';
import { type Account, type Caller, holds } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { EventInput, UnmarkEvent } from '#trace/capture/context/event-input.ts';
import type { Refused } from '#trace/capture/context/refused.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { captureAll, doneAt, doneNow, onceUnderLock } from '#trace/lookup/events-together.ts';
import { requireOrder } from '#trace/services.ts';
import { recordsOf } from '#trace/state/goods-of-codes.ts';

const calls = { scrap: codesScrap, sample: codesSample, reject: codesReject };

/** 报废, 抽样, 剔除: serves what people do to labels and products apart from packing them, and taking it back. */
export default function serveMarking(services: Services, shared: SharedServices): void {
  const { routes } = services;

  for (const mark of deskMarks) {
    routes.serve(calls[mark], async (input, caller) => {
      const { work_order_id, codes, reason, moving, event_time } = input;
      await requireOrder(caller, work_order_id);
      const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, codes, {
        freshFrom: 0,
        forCapture: true,
      });
      const common = { ...doneAt(caller, event_time), reason: reason.trim(), batchKey: input.batch_key ?? null };
      return onceUnderLock(shared, caller, calls[mark], input, async (sql) => {
        const packedIds = moving
          ? (await recordsOf(sql, ids)).flatMap(({ id, parent }) => (parent === null ? [] : id))
          : [];
        const taking: EventInput[] = packedIds.length > 0 ? [{ ...common, act: 'unpack', children: packedIds }] : [];
        await captureAll(sql, shared, caller, [
          ...taking,
          // An event for each code, because an event is declared wrong as a whole, and one of several samples may be a mistake.
          ...ids.map(
            (id): EventInput => ({
              ...{ ...common, act: mark, workOrderId: work_order_id },
              codes: [id],
            }),
          ),
        ]);
        return { marked: ids.length };
      });
    });
  }

  routes.serve(codesUnmark, async (input, caller) => {
    const { lookup, ids } = await CodeLookup.resolveOrThrow(services, shared, caller, input.codes, {
      forCapture: true,
    });
    return onceUnderLock(shared, caller, codesUnmark, input, async (sql) => {
      await captureAll(sql, shared, caller, await takingBack(sql, { shared, lookup }, caller, ids, input));
      return { marked: ids.length };
    });
  });
}

/** Why codes cannot be taken back: they are not in the caller's custody, of which nothing else is told; or nobody marked them. */
async function notMarked(
  sql: Connection,
  { capture }: Pick<SharedServices, 'capture'>,
  caller: Caller<Account>,
  codes: readonly number[],
): Promise<Refused[]> {
  const elsewhere = await capture.outOfCustody(doneNow(caller), codes, sql);
  const away = new Map(elsewhere.map((one) => [one.code, one]));
  return codes.map((code) => away.get(code) ?? { code, reason: 'not_marked' });
}

interface MarkRow {
  readonly id: number;
  readonly act: number;
  readonly reason: string | null;
  readonly code_count: number;
}

/** The events that declare the last event of each code wrong. Throws 409 for codes that nobody marked, or that the caller may not mark. */
async function takingBack(
  sql: Connection,
  { shared, lookup }: { readonly shared: SharedServices; readonly lookup: CodeLookup },
  caller: Caller<Account>,
  ids: readonly number[],
  { reason }: InputOf<typeof codesUnmark>,
): Promise<UnmarkEvent[]> {
  const records = await recordsOf(sql, ids);
  const byEvent = Map.groupBy(records, ({ namedBy }) => namedBy?.id ?? 0);
  const events = await sql<MarkRow[]>`
    select id, act, reason, code_count from trace_event
    where id = any(${[...byEvent.keys()]}::bigint[]) and account_id is not null and corrects is null`;
  const marks = events.flatMap((event) => {
    const mark = markOf(event);
    const isWhole = event.code_count === byEvent.get(event.id)?.length;
    return mark && isWhole && holds(caller.account, [`relevance:${mark}`]) ? [{ ...event, mark }] : [];
  });
  const markable = new Set(marks.flatMap(({ id }) => (byEvent.get(id) ?? []).map((record) => record.id)));
  const others = ids.filter((id) => !markable.has(id));
  if (others.length > 0) throw await lookup.refusal(await notMarked(sql, shared, caller, others), sql);
  return marks.map(({ id, mark, reason: cause }) => ({
    ...doneNow(caller),
    act: 'unmark',
    did: mark,
    event: id,
    codes: (byEvent.get(id) ?? []).map((record) => record.id),
    cause,
    error: 'did_not_occur',
    reason: reason.trim(),
  }));
}

const markOf = ({ act: eventType }: MarkRow): DeskMark | undefined =>
  deskMarks.find((mark) => mark === eventTypeOf(eventType));
