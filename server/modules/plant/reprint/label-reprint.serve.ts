import type { Carrier, Level } from '@suyuan/codes/format/format.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { minute } from '@suyuan/contract/durations.ts';
import {
  labelReprint,
  reprintedLabel,
  reprintMinutes,
  singleLabel,
} from '@suyuan/contract/plant/packing/label-reprint.ts';
import { eventTypes } from '@suyuan/contract/trace/events.ts';
import { humanText } from '#identity/print/gs1-text.ts';
import { labelLayout } from '#identity/print/label-layout.ts';
import { drawLabels } from '#identity/print/label-pdf.ts';
import type { Symbology } from '#identity/print/symbol.ts';
import { symbolText } from '#identity/print/symbol-text.ts';
import type { Account, Caller } from '#platform/caller.ts';
import type { Connection } from '#platform/database/database.ts';
import { conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { CodeLookup } from '#trace/lookup/code-lookup.ts';
import { captureAll, doneNow, onceUnderLock } from '#trace/lookup/events-together.ts';
import { readCodes } from '#trace/state/code-records.ts';

/** Serves reprints of single labels: the event, and then the label. */
export default function serveLabelReprint(services: Services, shared: SharedServices): void {
  const { routes, system, answers } = services;

  routes.serve(labelReprint, async (input, caller) => {
    const { ids } = await CodeLookup.resolveOrThrow(services, shared, caller, [input.code], { forCapture: true });
    const code = ids[0] as number;
    const done = { ...doneNow(caller), reason: input.reason.trim(), batchKey: input.batch_key ?? null };
    return onceUnderLock(shared, caller, labelReprint, input, async (sql) => {
      await captureAll(sql, shared, caller, [{ ...done, act: 'reprint', codes: [code] }]);
      const events = await reprintsOf(sql, code);
      const texts = await shared.rules.texts(sql, [code]);
      return { event_id: Math.max(...events), code: texts.get(code) ?? input.code, reprint: events.length };
    });
  });

  routes.serve(reprintedLabel, async (wish, caller) => {
    const { sql } = system.codes;
    const code = await reprintedBy(sql, caller, wish.event_id);
    const events = await reprintsOf(sql, code);
    const nth = events.filter((id) => id <= wish.event_id).length;
    const label = await labelOf(services, shared, { code, nth, wish });
    const head = { type: 'application/pdf', disposition: `attachment; filename="${label.title}.pdf"` };
    await answers.send(caller, head, async function* () {
      const chunks: Uint8Array[] = [];
      await drawLabels(
        label,
        (bytes) => chunks.push(bytes),
        () => undefined,
      );
      yield* chunks;
    });
    return null;
  });
}

/** The reprints of a code. Printings by machines name ranges, and no code by itself. */
async function reprintsOf(sql: Connection, code: number): Promise<number[]> {
  const rows = await sql<{ event_id: number }[]>`
    select event_id from event_code where code = ${code} and act = ${eventTypes.print.no} order by event_id`;
  return rows.map(({ event_id }) => event_id);
}

/** The code that a reprint of the caller is about. Throws 404, or 409 when it is too late to fetch its label. */
async function reprintedBy(sql: Connection, { account }: Caller<Account>, event: number): Promise<number> {
  const [row] = await sql<{ codes: number[]; recorded_at: Date }[]>`
    select codes, recorded_at from trace_event
    where id = ${event} and act = ${eventTypes.print.no} and account_id = ${account.id} and code_count = 1`;
  const [code] = row?.codes ?? [];
  if (!row || code === undefined) throw notFound('trace_event');
  if (row.recorded_at.getTime() < Date.now() - reprintMinutes * minute)
    throw conflict('reprint_over', { minutes: reprintMinutes });
  return code;
}

interface OrderedCode {
  readonly carrier: Carrier;
  readonly symbol: Symbology;
  readonly level: Level;
  readonly kind: 'issued' | 'imported';
  readonly gtin: string | null;
}

interface Reprint {
  readonly code: number;
  readonly nth: number;
  readonly wish: InputOf<typeof reprintedLabel>;
}

/** Millimetres: the size of the text on a label. */
const font = 2.4;

async function labelOf(services: Services, { rules }: SharedServices, { code: id, nth, wish }: Reprint) {
  const { sql } = services.system.codes;
  const [[order], codes, texts] = await Promise.all([
    sql<OrderedCode[]>`
      select r.carrier, r.symbol, r.level, r.kind, p.gtin
      from code_order o join code_rule r on r.id = o.rule_id left join product p on p.id = o.product_id
      where o.first_id <= ${id} order by o.first_id desc limit 1`,
    readCodes(sql, [id]),
    rules.texts(sql, [id]),
  ]);
  const [record, code] = [codes.get(id), texts.get(id)];
  if (!order || !record || code === undefined) throw notFound('code');
  const goods = codes.goodsOf(record);
  const units = record.contents?.units;
  const lines = [
    order.kind === 'imported' ? code : humanText(code, order),
    [goods.product_name, goods.spec].filter(Boolean).join(' '),
    [goods.lot, units === undefined ? '' : `x ${units}`].filter(Boolean).join('  '),
    `R${nth}`,
  ].filter((line) => line !== '');
  const symbology = wish.symbol ?? order.symbol;
  const layout = labelLayout({
    ...{ layout: 'roll', page: 'a4', gap: 0, margin: 0, font, lines: lines.length, symbol: symbology },
    width: wish.width_mm ?? singleLabel.width_mm,
    height: wish.height_mm ?? singleLabel.height_mm,
  });
  const content = order.kind === 'imported' ? code : symbolText(order, symbology, code, services.publicUrl());
  return { layout, symbology, labels: [{ symbolText: content, lines }], title: `${code}-R${nth}` };
}
