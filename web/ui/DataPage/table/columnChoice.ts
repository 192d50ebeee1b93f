import { columnOf, type Field, isColumn } from '../fields.ts';

/** Which columns a person sees, in which order. Columns that came since then stand at the end. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

export const usualColumns = (fields: readonly Field[]): ColumnChoice => ({
  order: fields.filter(isColumn).map(({ key }) => key),
  hidden: fields.filter((field) => isColumn(field) && columnOf(field).hidden).map(({ key }) => key),
});

/** The fields that have a column, in the chosen order, hidden ones included. */
export function orderedColumns(fields: readonly Field[], { order }: ColumnChoice): Field[] {
  const place = new Map(order.map((key, index) => [key, index]));
  const placeOf = ({ key }: Field) => place.get(key) ?? order.length;
  return fields.filter(isColumn).sort((a, b) => placeOf(a) - placeOf(b));
}

export const shownColumns = (fields: readonly Field[], choice: ColumnChoice): Field[] =>
  orderedColumns(fields, choice).filter(({ key }) => !choice.hidden.includes(key));

/** The last column shown stays. */
export function toggled(choice: ColumnChoice, key: string, fields: readonly Field[]): ColumnChoice {
  if (choice.hidden.includes(key)) return { ...choice, hidden: choice.hidden.filter((other) => other !== key) };
  return shownColumns(fields, choice).length > 1 ? { ...choice, hidden: [...choice.hidden, key] } : choice;
}

/** Moves a column one place to the left (-1) or to the right (1). */
export function moved(choice: ColumnChoice, key: string, by: -1 | 1, fields: readonly Field[]): ColumnChoice {
  const order = orderedColumns(fields, choice).map((field) => field.key);
  const from = order.indexOf(key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return choice;
  [order[from], order[to]] = [order[to] as string, order[from] as string];
  return { ...choice, order };
}
