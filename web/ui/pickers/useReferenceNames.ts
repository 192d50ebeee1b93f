import { useQueryClient } from '@tanstack/react-query';
import type { Reference, Row } from '../records.ts';

/** Returns a function for the label of a referenced row, from the choices loaded so far. */
export function useReferenceNames(): (reference: Reference, id: unknown) => string {
  const queries = useQueryClient();
  return (reference, id) => {
    const source = 'page' in reference ? reference.page : reference.list;
    const answers = queries.getQueriesData<readonly Row[] | { readonly rows: readonly Row[] }>({
      queryKey: [source.path],
    });
    const rows = answers.flatMap(([, data]) => (data && 'rows' in data ? data.rows : (data ?? [])));
    const row = rows.find((one) => one.id === id);
    return row ? reference.label(row) : `${id}`;
  };
}
