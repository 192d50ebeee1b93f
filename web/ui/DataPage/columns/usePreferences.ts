import { firstPage } from '@suyuan/contract/thing/fields.ts';
import { useState } from 'react';
import { useSession } from '#core/session/session.ts';
import { columnOf, type Field, isColumn } from '../fields.ts';

/** `auto` follows the size of the console. */
export const densities = ['auto', 'default', 'middle', 'small'] as const;
export type Density = (typeof densities)[number];

/**
 * A person's preferences for a list. Stored in this browser under the account's name, since widths depend on the screen and a
 * list must not wait for them. Settings that should follow the person to other browsers are saved as a view.
 */
export interface Preferences {
  readonly density: Density;
  readonly columns: ColumnChoice;
  readonly size: number;
}

interface Stored extends Preferences {
  /** Columns that differ from those saved with a view, by the id of the view. */
  readonly ofViews?: Readonly<Record<number, ColumnChoice>>;
}

/** The view in effect, which has its own columns. */
type ShownView = { readonly id: number; readonly columns: ColumnChoice };

export function usePreferences(list: string, fields: readonly Field[], view?: ShownView) {
  const place = placeOf(
    list,
    useSession((session) => session.name),
  );
  const [settings, setSettings] = useState(() => readFrom(place, fields));
  const store = (next: Stored) => {
    setSettings(next);
    write(place, next);
  };
  const change = ({ columns, ...others }: Partial<Preferences>) => {
    if (columns === undefined) store({ ...settings, ...others });
    else if (view) store({ ...settings, ...others, ofViews: { ...settings.ofViews, [view.id]: columns } });
    else store({ ...settings, ...others, columns });
  };
  /** Resets to the columns of the view, or else to the default columns of the list. */
  const resetColumns = () => {
    const { [view?.id ?? 0]: _, ...ofViews } = settings.ofViews ?? {};
    store(view ? { ...settings, ofViews } : { ...settings, columns: defaultColumns(fields) });
  };
  const columns = view ? (settings.ofViews?.[view.id] ?? view.columns) : settings.columns;
  return { preferences: { ...settings, columns } satisfies Preferences, change, resetColumns };
}

export const preferencesOf = (list: string, fields: readonly Field[]): Preferences =>
  readFrom(placeOf(list, useSession.getState().name), fields);

const placeOf = (list: string, account: string): string => `list.${account}.${list}`;

const readFrom = (place: string, fields: readonly Field[]): Stored => ({ ...usual(fields), ...read(place) });

const usual = (fields: readonly Field[]): Stored => ({
  density: 'auto',
  columns: defaultColumns(fields),
  size: firstPage.size,
});

function read(place: string): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

/** If the browser refuses storage, the preference lasts as long as the page. */
function write(place: string, preferences: Stored): void {
  try {
    localStorage.setItem(place, JSON.stringify(preferences));
  } catch {}
}

/** The columns that a person has chosen. Columns that were added to the list since then come last. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
  /** Columns that stay in place, after the first, while the others scroll. */
  readonly pinned?: readonly string[];
  /** The widths in pixels of columns that were resized. */
  readonly widths?: Readonly<Record<string, number>>;
}

const defaultWidth = 160;
const narrowest = 60;
const widest = 800;

export const declaredWidth = (field: Field): number => columnOf(field).width ?? defaultWidth;

/**
 * The width in pixels that a window of 1440 pixels leaves for columns: without sidebar, margins, checkboxes, actions and scroll
 * bar.
 */
const room = 920;

/** The default columns: those declared as visible, as far as there is room; the last ones are hidden. */
export function defaultColumns(fields: readonly Field[]): ColumnChoice {
  const columns = fields.filter(isColumn);
  let rest = room;
  const hiddenFields = columns.filter((field) => {
    if (columnOf(field).hidden || declaredWidth(field) > rest) return true;
    rest -= declaredWidth(field);
    return false;
  });
  return { order: columns.map(({ key }) => key), hidden: hiddenFields.map(({ key }) => key) };
}

/** The fields that have a column: pinned ones first, in the chosen order, hidden ones included. */
export function orderedColumns(fields: readonly Field[], { order, pinned = [] }: ColumnChoice): Field[] {
  const place = new Map(order.map((key, index) => [key, index]));
  const placeOf = ({ key }: Field) => (place.get(key) ?? order.length) - (pinned.includes(key) ? fields.length + 1 : 0);
  return fields.filter(isColumn).sort((a, b) => placeOf(a) - placeOf(b));
}

export const shownColumns = (fields: readonly Field[], choice: ColumnChoice): Field[] =>
  orderedColumns(fields, choice).filter(({ key }) => !choice.hidden.includes(key));

/** Shows or hides a column; the last visible one cannot be hidden. */
export function toggled(choice: ColumnChoice, key: string, fields: readonly Field[]): ColumnChoice {
  if (choice.hidden.includes(key)) return { ...choice, hidden: choice.hidden.filter((other) => other !== key) };
  return shownColumns(fields, choice).length > 1 ? { ...choice, hidden: [...choice.hidden, key] } : choice;
}

export const pinToggled = (choice: ColumnChoice, key: string): ColumnChoice => {
  const { pinned = [] } = choice;
  return { ...choice, pinned: pinned.includes(key) ? pinned.filter((other) => other !== key) : [...pinned, key] };
};

/** Sets the width of a column; without one, resets it to the declared width. */
export function resized(choice: ColumnChoice, key: string, width?: number): ColumnChoice {
  const { [key]: _, ...others } = choice.widths ?? {};
  if (width === undefined) return { ...choice, widths: others };
  return { ...choice, widths: { ...others, [key]: Math.round(Math.min(widest, Math.max(narrowest, width))) } };
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

/** Moves a column to the position of another one. */
export function movedTo(choice: ColumnChoice, key: string, target: string, fields: readonly Field[]): ColumnChoice {
  const order = orderedColumns(fields, choice).map((field) => field.key);
  const to = order.indexOf(target);
  if (key === target || to < 0 || !order.includes(key)) return choice;
  const without = order.filter((other) => other !== key);
  return { ...choice, order: [...without.slice(0, to), key, ...without.slice(to)] };
}
