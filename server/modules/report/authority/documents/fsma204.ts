import { Lacks, type Prepare, type Prepared } from '../prepared.ts';
import { lotEvents } from './lot-events.ts';
import { readProducts } from './product-facts.ts';
import { sheet } from './sheet.ts';

/** The titles of key data elements of 21 CFR 1.1340 (shipping), 1.1345 (receiving) and 1.1350 (transformation). */
export const fsmaTitles = [
  'Traceability lot code',
  'Critical tracking event',
  'Date',
  'Product description',
  'Quantity',
  'Unit of measure',
  'Location description of the event',
  'Location description of the immediate previous source',
  'Location description of the immediate subsequent recipient',
  'Location description of the traceability lot code source',
  'Traceability lot code of the food produced',
  'Reference document type',
  'Reference document number',
] as const;

/** A sortable spreadsheet about a traceability lot, as required by 21 CFR 1.1455(c)(3)(ii). */
export const fsma204: Prepare = async (sources, { id, no }) => {
  const { sql, language } = sources;
  const [lot] = await sql<{ product_id: number }[]>`select product_id from lot where id = ${id}`;
  const product = (await readProducts(sql, [lot?.product_id ?? 0])).get(lot?.product_id ?? 0);
  if (!product) return undefined;
  const lacks = new Lacks(language);
  for (const field of ['spec', 'unit'] as const) {
    if (product[field]) continue;
    const { product_name, product_code } = product;
    lacks.add(`product.${field}`, 'productlist', `${product_name} (${product_code})`, product_code);
  }
  const { events, lotSource } = await lotEvents(sources, lacks, { id, no });
  const description = [product.product_name, product.spec].filter(Boolean).join(', ');
  const rows = events
    .toSorted((a, b) => a.date.localeCompare(b.date))
    .map((event) => [
      event.lot ?? no,
      event.event,
      event.date,
      event.description ?? description,
      event.quantity,
      event.unit ?? product.unit,
      event.at,
      event.from ?? '',
      event.to ?? '',
      event.lot === undefined ? lotSource : (event.source ?? ''),
      event.lot === undefined ? '' : no,
      event.document,
      event.number,
    ]);
  return {
    parts: events.length > 0 ? 1 : 0,
    missing: lacks.all,
    write: ({ format }) => sheet(format, 'Traceability lot', fsmaTitles, rows),
  } satisfies Prepared;
};
