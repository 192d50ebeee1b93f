import { maxLines, type OrderedLine } from '@suyuan/contract/physical/waybill/waybill.ts';
import type { Change } from '#platform/audit/audit-log.ts';
import type { CellParser } from '#platform/imports/lines/columns.ts';
import { isThere, referred } from '#platform/references/references.ts';
import { badInput, type Problem } from '#platform/refusal.ts';

/** Throws 400 for lines with an unknown product, or with the same product and lot twice. */
export async function requireLines(change: Change, lines: readonly OrderedLine[]): Promise<void> {
  const problems: Problem[] = [];
  const keys = new Set<string>();
  for (const [index, { product_id, lot }] of lines.entries()) {
    const key = `${product_id} ${lot ?? ''}`;
    if (!(await isThere(change, 'product', product_id)))
      problems.push({ path: `lines.${index}.product_id`, reason: 'no_such', params: { value: product_id } });
    else if (keys.has(key)) problems.push({ path: `lines.${index}.product_id`, reason: 'line_twice' });
    keys.add(key);
  }
  if (problems.length > 0) throw badInput(...problems);
}

/** The rows for lines, numbered from 1. */
export const lineRows = (lines: readonly OrderedLine[]) =>
  lines.map(({ product_id, lot, quantity }, index) => ({ line_no: index + 1, product_id, lot: lot || null, quantity }));

/** A line: a product, optionally a lot, and the number of units. */
const part =
  /^(?<product>[^/=]+?)\s*(?:\/\s*(?<lot>[\x21-\x2e\x30-\x3c\x3e-\x7e]{1,20})\s*)?=\s*(?<quantity>\d{1,10})$/;

/** Parses the lines in a cell of a file: `P001 = 240; P002 / LOT1 = 48`. */
export const linesParser: CellParser<OrderedLine[]> = {
  columns: ['lines'],
  unread: 'lines_unreadable',
  read: async (cells, change) => {
    const partsByCell = new Map(cells.map((cell) => [cell, partsOf(cell)]));
    const names = new Set([...partsByCell.values()].flatMap((parts) => (parts ?? []).map(({ product }) => product)));
    const products = await referred('product', []).read([...names], change);
    return new Map([...partsByCell].map(([cell, parts]) => [cell, parts ? linesOf(parts, products) : []]));
  },
};

interface Part {
  readonly product: string;
  readonly lot: string | null;
  readonly quantity: number;
}

function partsOf(cell: string): Part[] | undefined {
  const matches = cell.split(/[;；]/).map((words) => part.exec(words.trim())?.groups);
  if (matches.length > maxLines || matches.some((groups) => groups === undefined)) return undefined;
  return matches.map((groups) => ({
    product: groups?.product ?? '',
    lot: groups?.lot ?? null,
    quantity: Number(groups?.quantity),
  }));
}

/** All interpretations of the lines, since a name may match several products; none if one does not match any. */
const linesOf = (parts: readonly Part[], products: ReadonlyMap<string, readonly number[]>): OrderedLine[][] =>
  parts.reduce<OrderedLine[][]>(
    (ways, { product, lot, quantity }) =>
      ways.flatMap((way) => (products.get(product) ?? []).map((product_id) => [...way, { product_id, lot, quantity }])),
    [[]],
  );
