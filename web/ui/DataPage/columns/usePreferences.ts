import { firstPage } from '@suyuan/contract/thing/fields.ts';
import { useState } from 'react';
import { useSession } from '#core/session/session.ts';
import type { Field } from '../fields.ts';
import { type ColumnChoice, defaultColumns } from './columnChoice.ts';

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
  /** Resets to the columns of the view, or else to the default columns of the list. */
  const resetColumns = () => {
    const { [view?.id ?? 0]: _, ...ofViews } = stored.ofViews ?? {};
    store(view ? { ...stored, ofViews } : { ...stored, columns: defaultColumns(fields) });
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
