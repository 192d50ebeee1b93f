import type { ReactNode } from 'react';
import type { Row } from '../../records.ts';
import type { NamedAction } from '../actions/rowActions.ts';
import type { ColumnChoice, Preferences } from '../columns/usePreferences.ts';
import type { ListSpec } from '../fields.ts';
import type { Selection } from '../selection/selection.ts';
import type { ListState, PageData } from '../state/listQuery.ts';

/** Props of the components that show the rows of a list. */
export interface RowsProps {
  readonly spec: ListSpec;
  readonly state: ListState;
  readonly preferences: Preferences;
  /** Undefined until the first answer. */
  readonly data: PageData | undefined;
  readonly busy: boolean;
  /** Undefined if there are no actions on several rows. */
  readonly selection: Selection | undefined;
  readonly onTurn: (page: number, size: number) => void;
  readonly onSort: (sort: string | undefined) => void;
  readonly onColumns: (columns: ColumnChoice) => void;
  readonly actionsOf: (row: Row) => readonly NamedAction[];
  readonly renderActions: (row: Row) => ReactNode;
  /** The URL of a row's detail. */
  readonly detailOf: (row: Row) => string;
  readonly emptyHint: ReactNode;
}

export type LoadedProps = RowsProps & { readonly data: PageData };
