import { useQueries } from '@tanstack/react-query';
import type { FormInstance } from 'antd';
import { useEffect } from 'react';
import { call } from '#core/api/call.ts';
import type { Row } from '../../records.ts';
import type { Field } from '../fields.ts';

/**
 * Fills the fields of a new record for which there is only one row to choose, as for people of a dealer their own dealer. Returns
 * what it filled, which nobody has entered.
 */
export function useOnlyChoices(
  form: FormInstance<Record<string, unknown>>,
  fields: readonly Field[],
): Readonly<Record<string, unknown>> {
  const asked = fields.flatMap((field) => {
    if (field.kind !== 'reference' || !field.form?.only) return [];
    const { reference } = field;
    const [source, size] = 'page' in reference ? [reference.page, { size: 2 }] : [reference.list, {}];
    return [{ key: field.key, source, input: { ...reference.filters, ...size } }];
  });
  const found = useQueries({
    queries: asked.map(({ source, input }) => ({
      queryKey: [source.path, 'only', input],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const answer = (await call(source, input, { signal, silent: true })) as Row[] | { rows: Row[] };
        return Array.isArray(answer) ? answer : answer.rows;
      },
    })),
  });
  const only = found.map(({ data }) => (data?.length === 1 ? data[0]?.id : undefined));
  // biome-ignore lint/correctness/useExhaustiveDependencies: fills once each choice is known
  useEffect(() => {
    for (const [index, { key }] of asked.entries())
      if (only[index] !== undefined && form.getFieldValue(key) === undefined) form.setFieldValue(key, only[index]);
  }, [only.join(' ')]);
  return Object.fromEntries(asked.flatMap(({ key }, index) => (only[index] === undefined ? [] : [[key, only[index]]])));
}
