import { useState } from 'react';
import { useSession } from '../../core/session/session.ts';
import type { Field } from './fields.ts';
import { type ColumnChoice, usualColumns } from './table/columnChoice.ts';

export const densities = ['default', 'middle', 'small'] as const;
export type Density = (typeof densities)[number];

/** How a person likes a list; kept in this browser under the account's name. */
export interface Preferences {
  readonly density: Density;
  readonly columns: ColumnChoice;
  readonly size: number;
}

export function usePreferences(list: string, fields: readonly Field[]) {
  const place = placeOf(
    list,
    useSession((session) => session.name),
  );
  const [preferences, setPreferences] = useState(() => readFrom(place, fields));
  const change = (changes: Partial<Preferences>) => {
    const next = { ...preferences, ...changes };
    setPreferences(next);
    write(place, next);
  };
  return { preferences, change, reset: () => change(usual(fields)) };
}

export const preferencesOf = (list: string, fields: readonly Field[]): Preferences =>
  readFrom(placeOf(list, useSession.getState().name), fields);

const placeOf = (list: string, account: string): string => `list.${account}.${list}`;

const readFrom = (place: string, fields: readonly Field[]): Preferences => ({ ...usual(fields), ...read(place) });

const usual = (fields: readonly Field[]): Preferences => ({
  density: 'middle',
  columns: usualColumns(fields),
  size: 20,
});

function read(place: string): Partial<Preferences> {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Partial<Preferences>;
  } catch {
    return {};
  }
}

/** A browser that keeps nothing is no reason to fail: the preference then lasts as long as the page. */
function write(place: string, preferences: Preferences): void {
  try {
    localStorage.setItem(place, JSON.stringify(preferences));
  } catch {}
}
