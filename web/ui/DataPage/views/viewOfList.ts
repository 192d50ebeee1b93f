import type { ListView } from '@suyuan/contract/organ/list-view.ts';
import type { ColumnChoice } from '../columns/columnChoice.ts';
import { type ListState, writeState } from '../state/urlState.ts';

/** What a view saves of a list: filters, sorting and columns, but not the page. */
export const viewOfList = (
  { filters, sort }: ListState,
  { order, hidden, pinned, widths }: ColumnChoice,
): Pick<ListView, 'query' | 'columns'> => ({
  query: `${writeState({ page: 1, size: undefined, sort, filters })}`,
  columns: {
    order: [...order],
    hidden: [...hidden],
    ...(pinned ? { pinned: [...pinned] } : {}),
    ...(widths ? { widths: { ...widths } } : {}),
  },
});
