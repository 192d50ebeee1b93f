import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type CallOptions, call } from '../../../core/api/call.ts';
import type { Row } from '../../records.ts';
import { preferencesOf } from '../columns/usePreferences.ts';
import type { ListSpec } from '../fields.ts';
import { type ListState, readState } from './urlState.ts';

/** A tree is shown whole. */
const largestPage = 500;

/** A page as its call answers it; a long list is not counted to its end, and may not have been searched to its end. */
export interface PageData {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly more?: boolean;
  readonly searched?: number | null;
}

/** What a list asks the server for. `usualSize` is of the person who looks at it. */
export const listInput = ({ parentKey }: ListSpec, { filters, sort, page, size }: ListState, usualSize: number) => ({
  ...filters,
  ...(sort ? { sort } : {}),
  page,
  size: parentKey ? largestPage : (size ?? usualSize),
});

export const listQuery = (
  spec: ListSpec,
  input: Readonly<Record<string, string | number>>,
  options: CallOptions = {},
) =>
  queryOptions({
    queryKey: [spec.page.path, input],
    queryFn: ({ signal }) => call(spec.page, input, { ...options, signal }) as Promise<PageData>,
  });

/**
 * The rows that an address shows, asked for before the list is drawn. That it did not go well is told by the list that
 * shows it (`useToldFailure`): nobody may have waited for it.
 */
export const firstRows =
  (spec: ListSpec) =>
  async (queries: QueryClient, query: URLSearchParams): Promise<void> => {
    // On a screen of several lists this is the one of the first tab; what a view asks for is not known yet.
    if (query.has('tab') || query.has('view')) return;
    const input = listInput(spec, readState(query, spec.fields), preferencesOf(spec.name, spec.fields).size);
    await queries.prefetchQuery(listQuery(spec, input, { background: true }));
  };
