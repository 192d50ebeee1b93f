import type { Field } from '../fields.ts';
import { type ColumnChoice, declaredWidth } from './columnChoice.ts';

/** How wide the columns of a table are, and where those stand that stay while the others are scrolled. */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, string>>;
  /** From the side where lines begin, by the keys of the columns that stay. */
  readonly stays: Readonly<Record<string, string>>;
  /** All of them, as a length. */
  readonly whole: string;
}

interface Around {
  readonly fixed: number;
  readonly before: number;
  /** What the title of a column needs. */
  readonly narrowest?: (field: Field) => number;
}

/**
 * A column is as wide as a person made it, else as it is declared, and its title wants; what is left of the table's width goes to the latter, in
 * proportion. Written as lengths of the container (`cqw`), so that nothing is measured and nothing drawn twice.
 * `fixed` pixels are those of the columns beside them, of which `before` come first.
 */
export function columnLayout(
  columns: readonly Field[],
  { widths: chosen = {}, pinned = [] }: ColumnChoice,
  { fixed, before, narrowest }: Around,
): ColumnLayout {
  const free = columns.filter(({ key }) => chosen[key] === undefined);
  const wanted = (field: Field) => Math.max(declaredWidth(field), narrowest?.(field) ?? 0);
  const declared = free.reduce((sum, field) => sum + wanted(field), 0);
  const taken = columns.reduce((sum, { key }) => sum + (chosen[key] ?? 0), fixed);
  const widthOf = (field: Field): string => {
    const own = chosen[field.key];
    if (own !== undefined) return `${own}px`;
    const width = wanted(field);
    return `max(${width}px, (100cqw - ${taken}px) * ${(width / declared).toFixed(6)})`;
  };
  const widths = Object.fromEntries(columns.map((field) => [field.key, widthOf(field)]));
  const stays: Record<string, string> = {};
  let offset = `${before}px`;
  for (const [index, { key }] of columns.entries()) {
    if (index > 0 && !pinned.includes(key)) break;
    stays[key] = `calc(${offset})`;
    offset += ` + ${widths[key]}`;
  }
  return { widths, stays, whole: `calc(${taken}px + ${free.map(({ key }) => widths[key]).join(' + ') || '0px'})` };
}
