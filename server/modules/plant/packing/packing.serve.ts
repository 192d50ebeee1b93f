import type { Call } from '@suyuan/contract/call/call.ts';
import {
  type PackableCode,
  pack,
  packable,
  packSet,
  packUndo,
  repack,
  replace,
  unpack,
} from '@suyuan/contract/plant/packing/packing.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import type { Locale } from '#platform/language.ts';
import { badInput, notFound } from '#platform/refusal.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import type { Capture } from '#trace/capture/capture.ts';
import type { Captured } from '#trace/capture/checked-events.ts';
import type { EventInput } from '#trace/capture/context/event-input.ts';
import { idempotencyOf } from '#trace/capture/context/idempotency.ts';
import { packable as packableNow } from '#trace/capture/packable.ts';
import { CodeLookup, refusalMessage } from '#trace/lookup/code-lookup.ts';
import { doneAt, doneNow } from '#trace/lookup/events-together.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { requireOrder, type WorkOrderFacts } from '#trace/services.ts';
import { custodianOf } from '#trace/state/custody.ts';

type Taken = Exclude<Captured, { refused: unknown }>;

/** 包装关联, 关联解除, 关联替换: serves packing, unpacking and replacing by hand. */
export default function servePacking(services: Services, shared: SharedServices): void {
  const { routes } = services;

  servePackable(services, shared);
  const captureFor = capturingFor(services, shared);
  serveTakingOut(services, shared, captureFor);

  routes.serve(pack, async (input, caller) => {
    const { work_order_id, parent, children, remainder, moving } = input;
    await requireOrder(caller, work_order_id);
    const event = await captureFor(
      caller,
      [parent, ...children],
      ([first, ...others]) => ({
        act: 'pack',
        workOrderId: work_order_id,
        parent: first as number,
        children: others,
        remainder: remainder === true,
        moving: moving === true,
        ...common(caller, pack, input),
      }),
      { freshFrom: 0 },
    );
    return { ...answer(event), complete: event.complete };
  });

  routes.serve(packSet, async (input, caller) => {
    const { work_order_id, code } = input;
    await requireOrder(caller, work_order_id);
    const confirming = ([id]: readonly number[]): EventInput => ({
      act: 'pack',
      workOrderId: work_order_id,
      parent: id as number,
      children: [],
      ...common(caller, packSet, input),
    });
    return answer(await captureFor(caller, [code], confirming, { freshFrom: 0 }));
  });

  routes.serve(repack, async (input, caller) => {
    const { work_order_id, parent, contents } = input;
    await requireOrder(caller, work_order_id);
    return answer(
      await captureFor(
        caller,
        [parent, ...contents],
        ([first, ...others]) => ({
          act: 'repack',
          workOrderId: work_order_id,
          parent: first as number,
          contents: others,
          ...common(caller, repack, input),
        }),
        { freshFrom: 1 },
      ),
    );
  });
}

/** Serves undo, unpacking and replacing. */
function serveTakingOut(services: Services, shared: SharedServices, captureFor: CaptureFor): void {
  const { routes, system } = services;

  routes.serve(packUndo, async (input, caller) => {
    const { parent, event_id } = input;
    const retracting = ([code]: readonly number[]): EventInput => ({
      act: 'retract',
      parent: code as number,
      event: event_id,
      error: 'did_not_occur',
      ...common(caller, packUndo, input),
    });
    const check = (lookup: CodeLookup, [code]: readonly number[]) =>
      requireOwn({ sql: system.codes.sql, ...shared }, caller, { lookup, code: code as number }, event_id);
    return answer(await captureFor(caller, [parent], retracting, { check }));
  });

  routes.serve(unpack, async (input, caller) => {
    const { parent, children } = input;
    if ((parent === undefined) === (children === undefined))
      throw badInput({ path: 'parent', reason: 'parent_or_children' });
    return answer(
      await captureFor(caller, parent === undefined ? (children ?? []) : [parent], (ids) => ({
        act: 'unpack',
        ...(parent === undefined ? { children: ids } : { parent: ids[0] as number }),
        ...common(caller, unpack, input),
      })),
    );
  });

  routes.serve(replace, async (input, caller) =>
    answer(
      await captureFor(
        caller,
        [input.old, input.new],
        ([one, other]) => ({
          act: 'replace',
          old: one as number,
          successor: other as number,
          ...common(caller, replace, input),
        }),
        { freshFrom: 1 },
      ),
    ),
  );
}

type Check = (lookup: CodeLookup, ids: readonly number[]) => Promise<void>;

/** Returns a function that carries out one event about codes; it throws 409 with the refused codes. */
const capturingFor =
  (services: Services, shared: SharedServices) =>
  async (
    caller: Caller<Account>,
    texts: readonly string[],
    input: (ids: readonly number[]) => EventInput,
    { freshFrom, check }: { readonly freshFrom?: number; readonly check?: Check } = {},
  ): Promise<Taken> => {
    const { lookup, ids } = await CodeLookup.resolveAll(services, shared, caller, texts, {
      freshFrom,
      forCapture: true,
    });
    if (lookup.unread.length > 0) throw await lookup.refusal(await shared.capture.refusals(input(ids)));
    await check?.(lookup, ids);
    const outcome = await shared.capture.event(input(ids));
    if ('refused' in outcome) throw await lookup.refusal(outcome.refused);
    return outcome;
  };
type CaptureFor = ReturnType<typeof capturingFor>;

/** Undo is for one’s own packings: whose is another’s is told what to do instead. Throws 404 if there is no such event. */
async function requireOwn(
  { sql, capture }: { readonly sql: Connection; readonly capture: Pick<Capture, 'outOfCustody'> },
  caller: Caller<Account>,
  { lookup, code }: { readonly lookup: CodeLookup; readonly code: number },
  event: number,
): Promise<void> {
  const [row] = await sql<{ account_id: number | null }[]>`select account_id from trace_event where id = ${event}`;
  if (!row) throw notFound('trace_event');
  if (row.account_id === caller.account.id) return;
  const elsewhere = await capture.outOfCustody(doneNow(caller), [code]);
  throw await lookup.refusal(elsewhere.length > 0 ? elsewhere : [{ code, reason: 'packed_by_another' }]);
}

/** The fields shared by the events of these calls. `input` is the whole input, since a batch key stands for all of it. */
const common = (
  caller: Caller<Account>,
  call: Call,
  input: { readonly event_time?: string; readonly batch_key?: string; readonly reason?: string },
) => ({
  ...doneAt(caller, input.event_time),
  reason: input.reason?.trim() ?? null,
  batchKey: input.batch_key ?? null,
  idempotency: idempotencyOf(call, input),
});

const answer = ({ eventId, units, known = 0 }: Taken) => ({ event_id: eventId, packed: units, known });

/** Serves what a packing desk shows of each scanned code, and whether it fits, before anything is packed. */
function servePackable(services: Services, shared: SharedServices): void {
  const { sql } = services.system.codes;

  const factsOf = async (id: number): Promise<WorkOrderFacts | undefined> =>
    (await shared.workOrders.get().facts(sql, [id])).get(id);

  services.routes.serve(packable, async ({ codes, work_order_id, parent, mark, moving = false }, caller) => {
    if (work_order_id !== undefined) await requireOrder(caller, work_order_id);
    const order = work_order_id === undefined ? undefined : await factsOf(work_order_id);
    // For a work order, codes that are on no goods yet are allowed.
    // A desk asks before it packs, so it goes on as packing does.
    const manner = { freshFrom: order ? 0 : Number.POSITIVE_INFINITY, forCapture: true };
    const asking = { orders: shared.workOrders.get(), order, custodian: custodianOf(caller.account) };
    const locale = localeOf(services, caller);
    const into =
      parent === undefined ? undefined : await CodeLookup.resolveOrThrow(services, shared, caller, [parent], manner);
    const { lookup, results } = await CodeLookup.resolve(services, shared, caller, codes, manner);
    const ids = results.filter((one) => typeof one === 'number');
    const answer = await packableNow(sql, asking, { parent: into?.ids[0], mark, moving }, ids);
    const around = [...answer.values()].flatMap((one) => one.parent ?? []);
    const texts = await shared.rules.texts(sql, [...ids, ...around]);
    const reasons = [...answer.values()].flatMap((one) => one.refused);
    const refusedTexts = await lookup.texts(reasons);
    const refusals = new Map(
      reasons.map((one, index) => [one, refusalMessage(locale, refusedTexts[index] as RefusedText)]),
    );
    return results.map((one, index): PackableCode => {
      const text = codes[index] as string;
      if (typeof one !== 'number') return unknown(locale, one);
      const record = answer.get(one);
      if (!record) return unknown(locale, { code: text, reason: 'unknown_code', conflict: null });
      const { level, units, capacity, parent: above, contents, contentsLevel, maxContents, voidInside } = record;
      return {
        sent: text,
        code: texts.get(one) ?? text,
        level,
        units,
        capacity,
        contents,
        contents_level: contentsLevel,
        most_contents: maxContents,
        void_inside: voidInside,
        lies_in: above === null ? null : (texts.get(above) ?? null),
        refusals: record.refused.flatMap((reason) => refusals.get(reason) ?? []),
      };
    });
  });
}

const unknown = (locale: Locale, refusal: RefusedText): PackableCode => ({
  sent: refusal.code,
  code: null,
  level: 0,
  units: 0,
  capacity: null,
  contents: 0,
  contents_level: null,
  most_contents: null,
  void_inside: 0,
  lies_in: null,
  refusals: [refusalMessage(locale, refusal)],
});
