import { hashKey, type QueryFunction, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

interface FormSource<Value> {
  /** What names it: another name is another form. */
  readonly queryKey: readonly unknown[];
  readonly queryFn: QueryFunction<Value>;
  readonly enabled?: boolean;
}

/**
 * What a form begins with. It is read once, and held for as long as the form is there: what is typed into is not read
 * again behind somebody's back, and a form that is hidden behind another tab does not lose what it stands on.
 */
export function useFormSource<Value>({ queryKey, queryFn, enabled = true }: FormSource<Value>) {
  const name = hashKey(queryKey);
  const [held, setHeld] = useState<{ readonly name: string; readonly value: Value }>();
  const isHere = held?.name === name;
  const { data, error, refetch } = useQuery<Value>({ queryKey, queryFn, enabled: enabled && !isHere, gcTime: 0 });
  if (!isHere && data !== undefined) setHeld({ name, value: data });
  return { data: isHere ? held.value : undefined, error, refetch: () => void refetch() };
}
