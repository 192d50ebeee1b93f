import { createHash, type Hash, randomBytes, randomUUID } from 'node:crypto';
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createCoder } from '@suyuan/codes/coder/coder.ts';
import type { Range } from '@suyuan/codes/sets/ranges.ts';
import type { InputOf } from '@suyuan/contract/call/call.ts';
import { defaultLabel, type LabelDrawing, labelPreview, orderLabels } from '@suyuan/contract/tagging/order-file.ts';
import pLimit, { type LimitFunction } from 'p-limit';
import { humanText } from '#identity/print/gs1-text.ts';
import { type LabelLayout, labelLayout } from '#identity/print/label-layout.ts';
import type { Label, LabelSheet } from '#identity/print/label-pdf.ts';
import { type Symbology, symbolOf } from '#identity/print/symbol.ts';
import { symbolText } from '#identity/print/symbol-text.ts';
import { counterOf, type RuleBook } from '#identity/rule-book.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { LongAnswers } from '#platform/spool/long-answers.ts';
import { type CodeGoods, readCodes } from '#trace/state/code-records.ts';
import { DownloadLog } from '../download/download-log.ts';
import { type FileShape, handedOutOf, handOut } from '../download/hand-out.ts';
import { type OrderSource, orderSource, requireOwn, runOf } from '../download/order-source.ts';
import type { LabelMessage } from './label-worker.ts';

type Wish = InputOf<typeof orderLabels>;
/** Labels whose first number is known. */
type PlannedWish = InputOf<typeof labelPreview> & { readonly from: number };

/** The smallest module width in millimetres that common printers and phones can handle. */
const narrowestModule = 0.19;

/** Serves labels as PDF, drawn in a worker. */
export function serveOrderLabels(services: Services, rules: RuleBook): void {
  const log = new DownloadLog(services.system.ownWork.sql, services.log);
  // One at a time, so that labels do not take the processor away from scans.
  const limit = pLimit(1);

  services.routes.serve(labelPreview, async (wish, caller) => {
    await requireOwn(caller.db, wish.id);
    return drawingOf(services, rules, { ...wish, from: wish.from ?? 1 });
  });

  services.routes.serve(
    orderLabels,
    async (wish, caller) => {
      await requireOwn(caller.db, wish.id);
      const downloadId = randomUUID();
      const columns = wish.texts?.split(',') ?? [];
      const order = await orderSource(services, wish.id, wish.part_id ?? null);
      const shape = {
        accountId: caller.account.id,
        format: 'pdf',
        compress: 'none',
        columns: columns.join(','),
      } as const;
      const { reprint, purpose } = wish;
      const request = { from: await firstOf(services, order, wish, shape), reprint };
      const { sheet, labels } = await sheetOf(services, rules, { ...wish, from: request.from });
      const to = request.from + wish.count - 1;
      await handOut(services, caller, { order, shape, requested: { ...request, to }, downloadId }, (sql, choice) =>
        log.begin(
          sql,
          {
            downloadId,
            orderId: wish.id,
            partId: wish.part_id ?? null,
            format: 'pdf',
            columns,
            run: labels.run,
            namesBinding: labels.nameBinding,
          },
          { caller, purpose, reprint: choice.reprint },
        ),
      );
      await send(services.answers, caller, { log, downloadId, sheet, limit });
    },
    { compress: false } as object,
  );
}

/** The number of the first label: behind all that is out, unless it is said; of a reprint, 1. */
async function firstOf(
  { system }: Services,
  order: OrderSource,
  { from, reprint, count }: Wish,
  shape: FileShape,
): Promise<number> {
  const { sql } = system.codes;
  if (from !== undefined) return from;
  if (reprint !== undefined) return 1;
  const { next } = await handedOutOf(sql, order, shape);
  if (next === null) throw conflict('all_handed_out', { order: order.order_no });
  const { quantity } = runOf(order);
  if (next + count - 1 > quantity) throw tooMany(quantity - next + 1);
  return next;
}

const tooMany = (limit: number) => badInput({ path: 'count', reason: 'too_large', params: { limit } });

/** A request for labels after validation. */
interface LabelPlan {
  readonly wish: PlannedWish;
  readonly order: OrderSource;
  readonly layout: LabelLayout;
  /** The code ids of the labels. */
  readonly ids: readonly number[];
  readonly lines: readonly string[];
}

async function planOf(services: Services, input: PlannedWish): Promise<LabelPlan> {
  const wish = { ...defaultLabel, ...input };
  const order = await orderSource(services, wish.id, wish.part_id ?? null);
  const { firstId, quantity } = runOf(order);
  const { from, count, symbol } = wish;
  if (from + count - 1 > quantity) {
    throw tooMany(Math.max(0, quantity - from + 1));
  }
  const lines = wish.texts?.split(',') ?? [];
  const layout = labelLayout({
    layout: wish.layout,
    page: wish.page,
    width: wish.width_mm,
    height: wish.height_mm,
    gap: wish.gap_mm,
    margin: wish.margin_mm,
    font: wish.font_mm,
    symbol,
    lines: lines.length,
  });
  return { wish, order, layout, lines, ids: Array.from({ length: count }, (_, n) => firstId + from - 1 + n) };
}

async function sheetOf(
  services: Services,
  rules: RuleBook,
  input: PlannedWish,
): Promise<{ sheet: LabelSheet; labels: { readonly run: Range; readonly nameBinding: boolean } }> {
  const plan = await planOf(services, input);
  const { wish, order, layout, ids, lines } = plan;
  // The product of the order cannot be unbound; any other text about a product or lot is a binding.
  const boundTexts = order.product_name === null ? ['product', 'spec', 'lot'] : ['lot'];
  const { coder } = rules.read(order);
  const goods = await goodsOf(services, ids);
  let nameBinding = false;
  const labels = ids.map((id): Label => {
    const code = coder.encode(counterOf(id));
    const texts = textsOf(plan, id, code, goods.get(id));
    nameBinding ||= boundTexts.some((text) => lines.includes(text) && texts[text] !== '');
    return labelOf(services, plan, code, texts);
  });
  requireReadable(wish.symbol, labels[0] as Label, layout.symbolBox);
  const copies = labels.flatMap((label) => Array.from({ length: wish.copies ?? 1 }, () => label));
  return {
    sheet: { layout, symbology: wish.symbol, labels: copies, title: order.order_no },
    labels: { run: { first: ids[0] as number, last: ids.at(-1) as number }, nameBinding },
  };
}

/** A preview of the first label, with a random code of the same format instead of a real one, so that it discloses none. */
async function drawingOf(services: Services, rules: RuleBook, input: PlannedWish): Promise<LabelDrawing> {
  const plan = await planOf(services, input);
  const { wish, order, layout, ids } = plan;
  const id = ids[0] as number;
  const goods = await goodsOf(services, [id]);
  const code = createCoder(rules.read(order).format, randomBytes(32)).encode(0);
  const label = labelOf(services, plan, code, textsOf(plan, id, code, goods.get(id)));
  requireReadable(wish.symbol, label, layout.symbolBox);
  // Loaded on first use, since it is large.
  const { labelDrawing } = await import('./label-drawing.ts');
  return labelDrawing(layout, wish.symbol, label, ids.length * (wish.copies ?? 1));
}

/** What issued codes are on, by code. */
async function goodsOf(services: Services, ids: readonly number[]): Promise<ReadonlyMap<number, CodeGoods>> {
  const codes = await readCodes(services.system.codes.sql, ids);
  return new Map(codes.among(ids).map((record) => [record.id, codes.goodsOf(record)]));
}

function textsOf({ order, wish }: LabelPlan, id: number, code: string, goods: CodeGoods | undefined) {
  const texts: Record<string, string> = {
    human: humanText(code, order),
    code,
    product: goods?.product_name ?? order.product_name ?? '',
    spec: goods?.spec ?? order.spec ?? '',
    lot: goods?.lot ?? '',
    serial: String(id - order.first_id + 1),
    order: order.order_no,
    text: wish.text ?? '',
  };
  return texts;
}

const labelOf = (
  services: Services,
  { order, wish, lines }: LabelPlan,
  code: string,
  texts: Readonly<Record<string, string>>,
): Label => ({
  symbolText: symbolText(order, wish.symbol, code, services.publicUrl()),
  lines: lines.map((line) => texts[line] ?? ''),
});

/** Throws if the modules of the symbol would be too small. The symbols of an order all have the same length. */
function requireReadable(symbol: Symbology, label: Label, box: { width: number; height: number }): void {
  const { width, height } = symbolOf(symbol, label.symbolText);
  const module = height === undefined ? box.width / width : Math.min(box.width / width, box.height / height);
  if (module >= narrowestModule) return;
  const needed = Math.ceil(narrowestModule * width + 2);
  throw badInput({ path: 'width_mm', reason: 'symbol_too_small', params: { needed } });
}

interface Drawing {
  readonly log: DownloadLog;
  readonly downloadId: string;
  readonly sheet: LabelSheet;
  readonly limit: LimitFunction;
}

async function send(
  answers: LongAnswers,
  caller: Caller<Account>,
  { log, downloadId, sheet, limit }: Drawing,
): Promise<void> {
  const progress = log.follow(downloadId, 0);
  const hash = createHash('sha256');
  const head = { type: 'application/pdf', disposition: `attachment; filename="${sheet.title}.pdf"` };
  let isWhole = false;
  try {
    isWhole = await answers.send(caller, head, () => drawn(sheet, hash, progress.add), limit);
  } finally {
    await progress.end(isWhole ? 'done' : 'broken', isWhole ? hash.digest('hex') : null);
  }
}

/** Yields the bytes of the PDF as the worker draws them. */
async function* drawn(sheet: LabelSheet, hash: Hash, onLabels: (count: number) => void): AsyncGenerator<Uint8Array> {
  const worker = new Worker(new URL('./label-worker.ts', import.meta.url), { workerData: sheet });
  try {
    for await (const [message] of on(worker, 'message', { close: ['exit'] }) as AsyncIterable<[LabelMessage]>) {
      if ('bytes' in message) {
        hash.update(message.bytes);
        yield message.bytes;
      } else if ('labels' in message) onLabels(message.labels);
      else if ('ended' in message) return;
      else throw new Error(message.error);
    }
    throw new Error('the thread that draws labels ended');
  } finally {
    await worker.terminate();
  }
}
