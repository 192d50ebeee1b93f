import { useState } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { Row } from '../../records.ts';

type Id = Row['id'];

/**
 * The selected rows, across pages of a list. Checkboxes subscribe to it themselves, so that selecting does not render the
 * table.
 */
export type Selection = UseBoundStore<StoreApi<{ readonly rows: ReadonlyMap<Id, Row> }>>;

export const useSelection = (): Selection =>
  useState(() => create<{ readonly rows: ReadonlyMap<Id, Row> }>()(() => ({ rows: new Map() })))[0];

export function choose(selection: Selection, rows: readonly Row[], chosen: boolean): void {
  const next = new Map(selection.getState().rows);
  for (const row of rows) {
    if (chosen) next.set(row.id, row);
    else next.delete(row.id);
  }
  selection.setState({ rows: next });
}

export const chooseNone = (selection: Selection): void => {
  if (selection.getState().rows.size > 0) selection.setState({ rows: new Map() });
};
