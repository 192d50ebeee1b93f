import { type PackableCode, packable } from '@suyuan/contract/plant/packing.ts';
import type { Locale } from '#platform/language.ts';
import { localeOf, type Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { packable as packableNow } from '#trace/capture/packable.ts';
import { custodianOf } from '#trace/custody/custody.ts';
import type { WorkOrderFacts } from '#trace/document-facts.ts';
import { CodeLookup, refusalMessage } from '#trace/lookup/code-lookup.ts';
import type { RefusedText } from '#trace/lookup/refused-texts.ts';
import { requireOrder } from './require-order.ts';

/** Serves what a packing desk shows of each scanned code, and whether it fits, before anything is packed. */
export default function servePackable(services: Services, shared: SharedServices): void {
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
    const { lookup, found } = await CodeLookup.resolve(services, shared, caller, codes, manner);
    const ids = found.filter((one) => typeof one === 'number');
    const answer = await packableNow(sql, asking, { parent: into?.ids[0], mark, moving }, ids);
    const around = [...answer.values()].flatMap((one) => one.parent ?? []);
    const texts = await shared.rules.texts(sql, [...ids, ...around]);
    const refused = [...answer.values()].flatMap((one) => one.refused);
    const refusedTexts = await lookup.texts(refused);
    const refusals = new Map(
      refused.map((one, index) => [one, refusalMessage(locale, refusedTexts[index] as RefusedText)]),
    );
    return found.map((one, index): PackableCode => {
      const sent = codes[index] as string;
      if (typeof one !== 'number') return unknown(locale, one);
      const record = answer.get(one);
      if (!record) return unknown(locale, { code: sent, reason: 'unknown_code', conflict: null });
      const { level, units, capacity, parent: above, contents, contentsLevel, maxContents, voidInside } = record;
      return {
        sent,
        code: texts.get(one) ?? sent,
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

const unknown = (locale: Locale, refused: RefusedText): PackableCode => ({
  sent: refused.code,
  code: null,
  level: 0,
  units: 0,
  capacity: null,
  contents: 0,
  contents_level: null,
  most_contents: null,
  void_inside: 0,
  lies_in: null,
  refusals: [refusalMessage(locale, refused)],
});
