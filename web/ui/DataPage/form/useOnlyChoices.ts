import { useQueries } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useEffect } from 'react';
import type { Call } from '../../../../contract/call/call.ts';
import { call } from '../../../core/api/call.ts';
import type { Row } from '../../records.ts';
import type { Field } from '../fields.ts';

/** Fills the fields of a new record for which there is only one row to choose, as for people of a dealer their own dealer. */
export function useOnlyChoices(form: FormInstance<Record<string, unknown>>, fields: readonly Field[]): void {
  const asked = fields.flatMap((field) =>
    field.kind === 'reference' && field.form?.only && 'page' in field.reference
      ? [{ key: field.key, page: field.reference.page, filters: field.reference.filters }]
      : [],
  );
  const found = useQueries({
    queries: asked.map(({ page, filters }) => ({
      queryKey: [page.path, { ...filters, size: 2 }],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        ((await call(page as Call, { ...filters, size: 2 }, { signal, silent: true })) as { rows: Row[] }).rows,
    })),
  });
  const only = found.map(({ data }) => (data?.length === 1 ? data[0]?.id : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: fills once each choice is known
  useEffect(() => {
    for (const [index, { key }] of asked.entries())
      if (only[index] !== undefined && form.getFieldValue(key) === undefined) form.setFieldValue(key, only[index]);
  }, [only.join(' ')]);
}
