import type { Call } from '@suyuan/contract/call/call.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useFailureNotice } from '#core/api/failure.ts';
import type { Row } from '../records.ts';
import { usePreferences } from './columns/usePreferences.ts';
import type { ListSpec } from './fields.ts';
import { listInput, listQuery } from './state/listQuery.ts';
import { rowTree, type TreeRow } from './table/rowTree.ts';
import { useListState } from './useListState.ts';
import type { Steps } from './useStepKeys.ts';

/** The rows that the URL asks for, and the row whose detail it opens, which need not be among them. */
export function useListRows(spec: ListSpec) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { detail, addressOf, pending, ...shown } = useListState(spec);
  const preferences = usePreferences(spec.name, spec.fields, shown.view);
  const { size: defaultSize } = preferences.preferences;
  const input = listInput(spec, shown.state, defaultSize);
  const query = listQuery(spec, input);
  const list = useQuery({ ...query, enabled: !pending, placeholderData: keepPreviousData });
  useFailureNotice(spec.page, list.error);

  const onPage = detail === undefined ? undefined : list.data?.rows.find(({ id }) => `${id}` === detail);
  const elsewhere = detail !== undefined && list.data !== undefined && !onPage;
  const alone = useQuery({
    ...listQuery(spec, { id: Number(detail), page: 1, size: 1 }, { background: true }),
    enabled: elsewhere && /^[1-9]\d{0,15}$/.test(detail) && takesId(spec.page),
  });

  const detailOf = (row: Row) => spec.pages?.detail?.(row) ?? addressOf(`${row.id}`);
  const openDetail = (row: Row) => void navigate(detailOf(row));
  return {
    ...shown,
    preferences,
    input,
    list,
    queryKey: query.queryKey,
    refresh: () => void queries.invalidateQueries({ queryKey: [spec.page.path] }),
    turnTo: (page: number, size: number) => {
      if (size !== input.size) preferences.change({ size });
      shown.show({ page: size === input.size ? page : 1, size: undefined });
    },
    detail: onPage ?? (elsewhere ? alone.data?.rows.find(({ id }) => `${id}` === detail) : undefined),
    detailOf,
    openDetail,
    closeDetail: () => void navigate(addressOf(undefined), { replace: true }),
    /** Steps to the rows before and after one in display order, across pages. */
    stepFrom: (row: Row): Steps => {
      const rows = inOrder(list.data?.rows ?? [], spec);
      const at = rows.findIndex(({ id }) => id === row.id);
      if (at < 0) return {};
      const { page } = input;
      const isLast = spec.parentKey !== undefined || page * input.size >= (list.data?.total ?? 0);
      const to = (next: Row | undefined, on = page) =>
        next && (() => void navigate(addressOf(`${next.id}`, on), { replace: true }));
      const turned = (on: number, end: 0 | -1) => async () => {
        const { rows: others } = await queries.fetchQuery(listQuery(spec, { ...input, page: on }));
        to(others.at(end), on)?.();
      };
      // A failed page has been reported by `call`.
      const turn = (on: number, end: 0 | -1) => () => void turned(on, end)().catch(() => undefined);
      return {
        before: to(rows[at - 1]) ?? (page > 1 ? turn(page - 1, -1) : undefined),
        after: to(rows[at + 1]) ?? (isLast ? undefined : turn(page + 1, 0)),
      };
    },
  };
}

/** Whether the page call can be filtered by the id of a row. */
const takesId = ({ input }: Call): boolean => 'properties' in input && 'id' in (input.properties as object);

const inOrder = (rows: readonly Row[], { parentKey }: ListSpec): readonly Row[] =>
  parentKey ? rowTree(rows, parentKey).flatMap(flat) : rows;

const flat = (row: TreeRow): readonly Row[] => [row, ...(row.children ?? []).flatMap(flat)];
