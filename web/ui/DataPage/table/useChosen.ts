import { useMemo, useState } from 'react';
import { useCan } from '../../../core/session/allowed.tsx';
import type { Row } from '../../records.ts';
import type { ListSpec } from '../fields.ts';

/** Rows of the page shown that a person has chosen. */
export interface Choice {
  readonly rows: readonly Row[];
  readonly choose: (rows: readonly Row[]) => void;
  readonly isChoosable: (row: Row) => boolean;
}

/** What is chosen among the rows shown; undefined where the person can do nothing with several. */
export function useChosen(
  { together = [], choosable = () => true }: ListSpec,
  shown: readonly Row[] | undefined,
): Choice | undefined {
  const can = useCan();
  const [ids, setIds] = useState<ReadonlySet<Row['id']>>(new Set());
  // A row that is no longer shown, or no longer to be chosen, is not chosen any more.
  const rows = useMemo(() => (shown ?? []).filter((row) => ids.has(row.id) && choosable(row)), [shown, ids, choosable]);
  if (!together.some(({ permission }) => can(permission))) return undefined;
  return { rows, choose: (chosen) => setIds(new Set(chosen.map(({ id }) => id))), isChoosable: choosable };
}
