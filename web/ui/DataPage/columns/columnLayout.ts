import type { Field } from '../fields.ts';
import { type ColumnChoice, declaredWidth } from './usePreferences.ts';

/** The widths of the columns of a table, and the offsets of pinned ones, as CSS lengths. */
export interface ColumnLayout {
  readonly widths: Readonly<Record<string, string>>;
  /** Offsets of pinned columns from the inline start, by key. */
  readonly stays: Readonly<Record<string, string>>;
  /** The width of the whole table. */
  readonly whole: string;
}

interface Around {
  readonly fixed: number;
  readonly before: number;
  /** The width that the title of a column needs. */
  readonly narrowest?: (field: Field) => number;
}

/**
 * A column has the width that a person gave it, else its declared width or that of its title. The remaining width of the table
 * is distributed among the latter in proportion. Lengths are relative to the container (`cqw`), so nothing has to be measured
 * or rendered twice. `fixed` is the width in pixels of the other columns (checkbox, actions), `before` the part of it that
 * precedes these.
 */
export function columnLayout(
  columns: readonly Field[],
  { widths: ownWidths = {}, pinned = [] }: ColumnChoice,
  { fixed, before, narrowest }: Around,
): ColumnLayout {
  const free = columns.filter(({ key }) => ownWidths[key] === undefined);
  const widthWished = (field: Field) => Math.max(declaredWidth(field), narrowest?.(field) ?? 0);
  const sumOfWishes = free.reduce((sum, field) => sum + widthWished(field), 0);
  const sumOfWidths = columns.reduce((sum, { key }) => sum + (ownWidths[key] ?? 0), fixed);
  const widthOf = (field: Field): string => {
    const chosenWidth = ownWidths[field.key];
    if (chosenWidth !== undefined) return `${chosenWidth}px`;
    const width = widthWished(field);
    return `max(${width}px, (100cqw - ${sumOfWidths}px) * ${(width / sumOfWishes).toFixed(6)})`;
  };
  const widths = Object.fromEntries(columns.map((field) => [field.key, widthOf(field)]));
  const stays: Record<string, string> = {};
  let offset = `${before}px`;
  for (const [index, { key }] of columns.entries()) {
    if (index > 0 && !pinned.includes(key)) break;
    stays[key] = `calc(${offset})`;
    offset += ` + ${widths[key]}`;
  }
  return {
    widths,
    stays,
    whole: `calc(${sumOfWidths}px + ${free.map(({ key }) => widths[key]).join(' + ') || '0px'})`,
  };
}
