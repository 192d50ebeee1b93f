import { hashKey, type QueryFunction, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface FormSource<Value> {
  /** Another key is another form. */
  readonly queryKey: readonly unknown[];
  readonly queryFn: QueryFunction<Value>;
  readonly enabled?: boolean;
}

/**
 * Loads the initial values of a form. They are fetched once and kept as long as the form is mounted, so that a refetch does not
 * overwrite input, and a form hidden behind another tab keeps its values.
 */
export function useFormSource<Value>({ queryKey, queryFn, enabled = true }: FormSource<Value>) {
  const name = hashKey(queryKey);
  const [copy, setCopy] = useState<{ readonly name: string; readonly value: Value }>();
  const isHere = copy?.name === name;
  const { data, error, refetch } = useQuery<Value>({ queryKey, queryFn, enabled: enabled && !isHere, gcTime: 0 });
  if (!isHere && data !== undefined) setCopy({ name, value: data });
  return { data: isHere ? copy.value : undefined, error, refetch: () => void refetch() };
}
