import { useQueryClient } from '@tanstack/react-query';
import type { Reference, Row } from '../records.ts';

/** What the rows are called that were chosen from other lists: among the choices that these have shown. */
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
