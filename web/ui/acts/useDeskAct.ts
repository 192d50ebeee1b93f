import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { type RefObject, useState } from 'react';
import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import { refusalsIn } from './RefusalList.tsx';

interface DeskAct<Answer> {
  readonly ask: () => Promise<Answer>;
  /** The server has taken it. */
  readonly done: (answer: Answer) => void;
  /** Codes that it refused though it took others. */
  readonly refusedOf?: (answer: Answer) => readonly ActRefusal[];
  /** What is to be read again. */
  readonly changes?: readonly QueryKey[];
}

/**
 * What is done at a desk with what was scanned: once at a time, and what the server refuses is told code by code. The
 * scanner types into `field` when it is over, whatever the answer.
 */
export function useDeskAct(field?: RefObject<InputRef | null>) {
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState<readonly ActRefusal[]>([]);
  const [isBusy, setBusy] = useState(false);
  const run = async <Answer>({ ask, done, refusedOf, changes = [] }: DeskAct<Answer>) => {
    setBusy(true);
    try {
      const answer = await ask();
      setRefusals(refusedOf?.(answer) ?? []);
      done(answer);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    } catch (error) {
      setRefusals(refusalsIn(error));
    } finally {
      setBusy(false);
      field?.current?.focus();
    }
  };
  return {
    isBusy,
    refusals,
    act: <Answer>(what: DeskAct<Answer>) => void run(what),
    forget: () => setRefusals([]),
  };
}
