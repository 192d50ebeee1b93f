import { toGtin14 } from '@suyuan/codes/carrier/carrier.ts';
import type { WaybillLine } from '@suyuan/contract/physical/waybill/waybill.ts';
import { maxPrinted, type PaperKind, waybillPaper } from '@suyuan/contract/physical/waybill/waybill-paper.ts';
import { elementString } from '#identity/print/gs1-text.ts';
import { drawnPaper, type Page } from '#identity/print/paper.ts';
import { type PaperTable, tablePages } from '#identity/print/table-pages.ts';
import { type Language, text } from '#platform/language.ts';
import { printedMoment } from '#platform/print/moment.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import type { SharedServices } from '#shared-services.ts';
import { amountsIn, productUnitsOf } from '#trace/goods.ts';
import { type labelPages, logisticLabel } from './logistic-label.ts';
import { type PaperParties, partiesOnPaper } from './parties-on-paper.ts';
import { type PrintedWaybill, printedWaybill } from './printed-waybill.ts';

/** Serves waybills as printable documents. */
export default function serveWaybillPapers(services: Services, shared: SharedServices): void {
  const { sql } = services.system.codes;
  services.routes.serve(
    waybillPaper,
    async ({ id, paper, size = 'a6', part = 1 }, { db, language, ...caller }) => {
      const printed = await printedWaybill(db, sql, shared, { id, part });
      const { waybill, packages, allPackages } = printed;
      const products = [...waybill.lines, ...packages].flatMap(({ product_id }) => product_id ?? []);
      const [parties, units] = await Promise.all([
        partiesOnPaper(db, waybill),
        productUnitsOf(sql, products, language),
      ]);
      const amount = amountsIn(language, units);
      const momentOf = (at: string) => printedMoment(new Date(at), services.timeZone());
      const printedAt = printedMoment(new Date(), services.timeZone());
      const pages = pagesOf[paper]({ printed, parties, amount, language, printedAt, momentOf }, size);
      const parts = Math.max(1, Math.ceil(allPackages / maxPrinted));
      if (part > parts) throw badInput({ path: 'part', reason: 'too_large', params: { limit: parts } });
      if (pages.length === 0) throw conflict('no_logistic_units');
      const title = waybill.waybill_no;
      const name = `filename="${paper}-${id}.pdf"; filename*=UTF-8''${encodeURIComponent(`${title}-${paper}`)}.pdf`;
      const head = { type: 'application/pdf', disposition: `attachment; ${name}` };
      await services.answers.send({ db, language, ...caller }, head, () => drawnPaper({ title, pages }));
    },
    { compress: false } as object,
  );
}

/** What the papers of a waybill are made of. */
interface Contents {
  readonly printed: PrintedWaybill;
  readonly parties: PaperParties;
  readonly amount: ReturnType<typeof amountsIn>;
  readonly language: Language;
  readonly printedAt: string;
  /** A time as papers write it. */
  readonly momentOf: (at: string) => string;
}

type Drawing = (contents: Contents, size: keyof typeof labelPages) => Page[];

const pagesOf: Readonly<Record<PaperKind, Drawing>> = {
  waybill: waybillPages,
  packing_list: listPages,
  pallet_labels: labelPagesOf,
};

function factsOf({ printed, language, momentOf }: Contents): string[] {
  const { carrier, plate, driver, driver_phone, seal_no, planned_day, remark } = printed.waybill;
  const { proof } = printed;
  const line = (title: string, ...values: (string | null)[]) => {
    const text = values.filter(Boolean).join('  ');
    return text === '' ? [] : [`${title}: ${text}`];
  };
  return [
    ...line(text(language, 'paper.day'), planned_day),
    ...line(text(language, 'paper.carrier'), carrier, plate, driver, driver_phone),
    ...line(text(language, 'field.seal_no'), seal_no ?? null),
    ...line(text(language, 'paper.remark'), remark),
    ...(proof
      ? line(
          text(language, 'paper.provedBy'),
          text(language, 'paper.proved', { receiver: proof.receiver, at: momentOf(proof.at) }),
          proof.latitude === null ? null : `(${proof.latitude}, ${proof.longitude})`,
        )
      : []),
  ];
}

/** A line that says which packages are printed, if not all are. */
function partOf({ printed: { packages, first, allPackages }, language }: Contents): string[] {
  if (packages.length === allPackages) return [];
  return [`${text(language, 'field.packages')}: ${first + 1}–${first + packages.length} / ${allPackages}`];
}

/** What both papers with a table have: the heading, the lines to sign on, and when it was printed. */
const common = ({ printed, parties: { from, to }, language, printedAt }: Contents) =>
  ({
    number: printed.waybill.waybill_no,
    parties: [
      [text(language, 'paper.from'), ...from],
      [text(language, 'paper.to'), ...to],
    ],
    signatures: [text(language, 'paper.handedOver'), text(language, 'paper.receivedBy')],
    drawn: printed.proof?.signature ? Buffer.from(printed.proof.signature, 'base64') : undefined,
    foot: text(language, 'paper.printedAt', { at: printedAt }),
  }) as const satisfies Partial<PaperTable>;

/** The product that all of these are of; null if they are of several. */
const onlyProduct = (rows: readonly { readonly product_id: number | null }[]): number | null =>
  new Set(rows.map(({ product_id }) => product_id)).size === 1 ? (rows[0]?.product_id ?? null) : null;
const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, one) => sum + one, 0);

function waybillPages(contents: Contents): Page[] {
  const { printed, amount, language } = contents;
  const lines: readonly WaybillLine[] = printed.waybill.lines;
  const product = onlyProduct(lines);
  const loaded = (units: number, packages: number, of: number | null) =>
    `${amount(units, of)} / ${text(language, 'paper.packages', { count: packages })}`;
  return tablePages({
    ...common(contents),
    title: text(language, 'freight.paper.waybill'),
    facts: factsOf(contents),
    columns: [
      { title: text(language, 'field.product'), width: 42 },
      { title: text(language, 'field.lot'), width: 22 },
      { title: text(language, 'paper.ordered'), width: 27 },
      { title: text(language, 'paper.loaded'), width: 31 },
      { title: 'GTIN', width: 58 },
    ],
    rows: lines.map((line) => {
      const gtin = printed.gtinOf.get(line.product_id);
      return {
        cells: [
          `${line.product_name} (${line.product_code})`,
          line.lot ?? '',
          amount(line.quantity, line.product_id),
          loaded(line.loaded, line.packages, line.product_id),
        ],
        ...(gtin ? { barcode: `(01)${toGtin14(gtin)}` } : {}),
      };
    }),
    totals: [
      text(language, 'report.total'),
      '',
      amount(sumOf(lines.map(({ quantity }) => quantity)), product),
      loaded(sumOf(lines.map((line) => line.loaded)), sumOf(lines.map(({ packages }) => packages)), product),
    ],
    rowHeight: 18,
  });
}

function listPages(contents: Contents): Page[] {
  const { printed, amount, language } = contents;
  const { packages } = printed;
  return tablePages({
    ...common(contents),
    title: text(language, 'freight.paper.packing_list'),
    facts: [...factsOf(contents), ...partOf(contents)],
    columns: [
      { title: text(language, 'field.product'), width: 38 },
      { title: text(language, 'field.lot'), width: 22 },
      { title: text(language, 'paper.units'), width: 28 },
      { title: text(language, 'field.code'), width: 32 },
      { title: 'SSCC', width: 60 },
    ],
    rows: packages.map(({ code, level, product, product_id, lot, units, mixed }) => ({
      cells: [mixed ? '' : (product ?? ''), mixed ? '' : (lot ?? ''), amount(units, mixed ? null : product_id), code],
      barcode: level >= 3 ? elementString({ code, level, gtin: null }) : undefined,
    })),
    totals: [
      text(language, 'report.total'),
      '',
      amount(
        sumOf(packages.map(({ units }) => units)),
        packages.some(({ mixed }) => mixed) ? null : onlyProduct(packages),
      ),
      text(language, 'paper.packages', { count: packages.length }),
    ],
    rowHeight: 16,
  });
}

function labelPagesOf({ printed, parties: { from, to } }: Contents, size: keyof typeof labelPages): Page[] {
  const facts = { from: ['FROM', ...from], to: ['TO', ...to], waybillNo: printed.waybill.waybill_no };
  return printed.packages.flatMap((one) => logisticLabel(one, facts, size) ?? []);
}
