import { useState } from 'react';
import { firstPage } from '../../../../contract/thing/fields.ts';
import { useSession } from '../../../core/session/session.ts';
import type { Field } from '../fields.ts';
import { type ColumnChoice, usualColumns } from './columnChoice.ts';

/** `auto`: as high as the console's size says. */
export const densities = ['auto', 'default', 'middle', 'small'] as const;
export type Density = (typeof densities)[number];

/**
 * How a person likes a list. Kept in this browser under the account's name: widths are those of a screen, and a list is drawn
 * without waiting for them. What is to go along from one browser to the next is kept as a view.
 */
export interface Preferences {
  readonly density: Density;
  readonly columns: ColumnChoice;
  readonly size: number;
}

interface Stored extends Preferences {
  /** Columns that were changed since they were kept with a view, by its id. */
  readonly ofViews?: Readonly<Record<number, ColumnChoice>>;
}

/** A view that is shown brings its own columns. */
type ShownView = { readonly id: number; readonly columns: ColumnChoice };

export function usePreferences(list: string, fields: readonly Field[], view?: ShownView) {
  const place = placeOf(
    list,
    useSession((session) => session.name),
  );
  const [stored, setStored] = useState(() => readFrom(place, fields));
  const store = (next: Stored) => {
    setStored(next);
    write(place, next);
  };
  const change = ({ columns, ...others }: Partial<Preferences>) => {
    if (columns === undefined) store({ ...stored, ...others });
    else if (view) store({ ...stored, ...others, ofViews: { ...stored.ofViews, [view.id]: columns } });
    else store({ ...stored, ...others, columns });
  };
  /** The view's own columns again, else those that the list is declared with. */
  const resetColumns = () => {
    const { [view?.id ?? 0]: _, ...ofViews } = stored.ofViews ?? {};
    store(view ? { ...stored, ofViews } : { ...stored, columns: usualColumns(fields) });
  };
  const columns = view ? (stored.ofViews?.[view.id] ?? view.columns) : stored.columns;
  return { preferences: { ...stored, columns } satisfies Preferences, change, resetColumns };
}

export const preferencesOf = (list: string, fields: readonly Field[]): Preferences =>
  readFrom(placeOf(list, useSession.getState().name), fields);

const placeOf = (list: string, account: string): string => `list.${account}.${list}`;

const readFrom = (place: string, fields: readonly Field[]): Stored => ({ ...usual(fields), ...read(place) });

const usual = (fields: readonly Field[]): Stored => ({
  density: 'auto',
  columns: usualColumns(fields),
  size: firstPage.size,
});

function read(place: string): Partial<Stored> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Stored>;
  } catch {
    return {};
  }
}

/** A browser that keeps nothing is no reason to fail: the preference then lasts as long as the page. */
function write(place: string, preferences: Stored): void {
  try {
    localStorage.setItem(place, JSON.stringify(preferences));
  } catch {}
}
