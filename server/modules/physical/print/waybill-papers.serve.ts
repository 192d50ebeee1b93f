import { toGtin14 } from '../../../../codes/carrier/carrier.ts';
import { mostPrinted, type PaperKind, waybillPaper } from '../../../../contract/physical/waybill-paper.ts';
import { elementString } from '../../../identity/print/gs1-text.ts';
import { drawnPaper, type Page } from '../../../identity/print/paper.ts';
import { tablePages } from '../../../identity/print/table-pages.ts';
import { type Language, text } from '../../../platform/language.ts';
import { badInput, conflict } from '../../../platform/refusal.ts';
import type { Services } from '../../../platform/services.ts';
import type { Rooms } from '../../../rooms.ts';
import { type labelPages, logisticLabel } from './logistic-label.ts';
import { type PrintedWaybill, printedWaybill } from './printed-waybill.ts';

/** Serves waybills as printable documents. */
export default function serveWaybillPapers(services: Services, rooms: Rooms): void {
  services.routes.serve(
    waybillPaper,
    async ({ id, paper, size = 'a6', part = 1 }, caller) => {
      const printed = await printedWaybill(caller.db, services.system.sql, rooms, { id, part });
      const pages = pagesOf[paper](printed, caller.language, size);
      const parts = Math.max(1, Math.ceil(printed.allPackages / mostPrinted));
      if (part > parts) throw badInput({ path: 'part', reason: 'too_large', params: { limit: parts } });
      if (pages.length === 0) throw conflict('no_logistic_units');
      const title = printed.waybill.waybill_no;
      const name = `filename="${paper}-${id}.pdf"; filename*=UTF-8''${encodeURIComponent(`${title}-${paper}`)}.pdf`;
      const head = { type: 'application/pdf', disposition: `attachment; ${name}` };
      await services.answers.send(caller, head, () => drawnPaper({ title, pages }));
    },
    { compress: false } as object,
  );
}

type Drawing = (printed: PrintedWaybill, language: Language, size: keyof typeof labelPages) => Page[];

const pagesOf: Readonly<Record<PaperKind, Drawing>> = {
  waybill: waybillPages,
  packing_list: listPages,
  pallet_labels: labelPagesOf,
};

const named = (name: string | null, code: string | null): string[] => (name ? [`${name} (${code ?? ''})`] : []);

const senderOf = ({ waybill }: PrintedWaybill) => named(waybill.from_warehouse_name, waybill.from_warehouse_code);
const receiverOf = ({ waybill }: PrintedWaybill) => [
  ...named(waybill.dealer_name, waybill.dealer_code),
  ...named(waybill.ship_to_name, waybill.ship_to_code),
  ...named(waybill.to_warehouse_name, waybill.to_warehouse_code),
];

function factsOf(printed: PrintedWaybill, language: Language): string[] {
  const { carrier, plate, driver, driver_phone, planned_day, remark } = printed.waybill;
  const said = (title: string, ...values: (string | null)[]) => {
    const known = values.filter(Boolean).join('  ');
    return known === '' ? [] : [`${title}: ${known}`];
  };
  return [
    ...said(text(language, 'paper.from'), ...senderOf(printed)),
    ...said(text(language, 'paper.to'), ...receiverOf(printed)),
    ...said(text(language, 'paper.day'), planned_day),
    ...said(text(language, 'paper.carrier'), carrier, plate, driver, driver_phone),
    ...said(text(language, 'paper.remark'), remark),
  ];
}

/** A line that says which packages are printed, if not all are. */
function partOf({ packages, first, allPackages }: PrintedWaybill, language: Language): string[] {
  if (packages.length === allPackages) return [];
  return [`${text(language, 'field.packages')}: ${first + 1}–${first + packages.length} / ${allPackages}`];
}

function waybillPages(printed: PrintedWaybill, language: Language): Page[] {
  const { waybill, gtinOf } = printed;
  return tablePages({
    title: text(language, 'freight.paper.waybill'),
    number: waybill.waybill_no,
    facts: factsOf(printed, language),
    columns: [
      { title: text(language, 'field.product'), width: 58 },
      { title: text(language, 'field.lot'), width: 26 },
      { title: text(language, 'paper.ordered'), width: 18 },
      { title: text(language, 'paper.loaded'), width: 18 },
      { title: 'GTIN', width: 66 },
    ],
    rows: waybill.lines.map(({ product_id, product_name, product_code, lot, quantity, loaded, packages }) => {
      const gtin = gtinOf.get(product_id);
      return {
        cells: [`${product_name} (${product_code})`, lot ?? '', `${quantity}`, `${loaded} (${packages})`],
        ...(gtin ? { barcode: `(01)${toGtin14(gtin)}` } : {}),
      };
    }),
    rowHeight: 18,
    foot: text(language, 'paper.signature'),
  });
}

function listPages(printed: PrintedWaybill, language: Language): Page[] {
  const { waybill, packages } = printed;
  return tablePages({
    title: text(language, 'freight.paper.packing_list'),
    number: waybill.waybill_no,
    facts: [...factsOf(printed, language), ...partOf(printed, language)],
    columns: [
      { title: text(language, 'field.product'), width: 48 },
      { title: text(language, 'field.lot'), width: 24 },
      { title: text(language, 'paper.units'), width: 14 },
      { title: text(language, 'field.code'), width: 34 },
      { title: 'SSCC', width: 66 },
    ],
    rows: packages.map(({ code, level, product, lot, units, mixed }) => ({
      cells: mixed ? ['', '', `${units}`, code] : [product ?? '', lot ?? '', `${units}`, code],
      barcode: level >= 3 ? elementString({ code, level, gtin: null }) : undefined,
    })),
    rowHeight: 14,
    foot: text(language, 'paper.signature'),
  });
}

function labelPagesOf(printed: PrintedWaybill, _: Language, size: keyof typeof labelPages): Page[] {
  const facts = {
    from: ['FROM', ...senderOf(printed)],
    to: ['TO', ...receiverOf(printed)],
    waybillNo: printed.waybill.waybill_no,
  };
  return printed.packages.flatMap((one) => logisticLabel(one, facts, size) ?? []);
}
