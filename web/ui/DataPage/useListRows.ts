import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Row } from '../records.ts';
import { usePreferences } from './columns/usePreferences.ts';
import type { ListSpec } from './fields.ts';
import { listInput, listQuery } from './state/listQuery.ts';
import { rowTree, type TreeRow } from './table/rowTree.ts';
import { useListState } from './useListState.ts';

/** The rows that the address asks for, and the one among them whose detail it opens. */
export function useListRows(spec: ListSpec) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { detail, addressOf, pending, ...shown } = useListState(spec);
  const preferences = usePreferences(spec.name, spec.fields, shown.view);
  const { size: usualSize } = preferences.preferences;
  const input = listInput(spec, shown.state, usualSize);
  const list = useQuery({ ...listQuery(spec, input), enabled: !pending, placeholderData: keepPreviousData });

  const detailOf = (row: Row) => spec.pages?.detail?.(row) ?? addressOf(`${row.id}`);
  const openDetail = (row: Row) => void navigate(detailOf(row));
  return {
    ...shown,
    preferences,
    input,
    list,
    refresh: () => void queries.invalidateQueries({ queryKey: [spec.page.path] }),
    turnTo: (page: number, size: number) => {
      if (size !== input.size) preferences.change({ size });
      shown.show({ page: size === input.size ? page : 1, size: undefined });
    },
    detail: detail === undefined ? undefined : list.data?.rows.find(({ id }) => `${id}` === detail),
    detailOf,
    openDetail,
    closeDetail: () => void navigate(addressOf(undefined), { replace: true }),
    /** To the rows before and after one, in the order in which they are shown. */
    stepFrom: (row: Row) => {
      const rows = inOrder(list.data?.rows ?? [], spec);
      const at = rows.findIndex(({ id }) => id === row.id);
      const to = (next: Row | undefined) => next && (() => void navigate(addressOf(`${next.id}`), { replace: true }));
      return { before: to(rows[at - 1]), after: to(rows[at + 1]) };
    },
  };
}

const inOrder = (rows: readonly Row[], { parentKey }: ListSpec): readonly Row[] =>
  parentKey ? rowTree(rows, parentKey).flatMap(flat) : rows;

const flat = (row: TreeRow): readonly Row[] => [row, ...(row.children ?? []).flatMap(flat)];
