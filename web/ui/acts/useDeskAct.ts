import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { type RefObject, useState } from 'react';
import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import { ApiError } from '../../core/api/apiError.ts';
import { SentKey } from '../scan/desk/SentKey.ts';
import { sound } from '../scan/sounds.ts';
import { refusalsIn } from './RefusalList.tsx';

/** What is sent, and the key under which it is done once, however often it is sent. */
export type Keyed<Input> = Input & { readonly batch_key: string };

interface DeskAct<Input extends object, Answer> {
  readonly input: Input;
  readonly ask: (input: Keyed<Input>) => Promise<Answer>;
  /** The server has taken it. */
  readonly done: (answer: Answer) => void;
  /** Codes that it refused though it took others. */
  readonly refusedOf?: (answer: Answer) => readonly ActRefusal[];
  /** What is to be read again. */
  readonly changes?: readonly QueryKey[];
}

/**
 * What is done at a desk with what was scanned: once at a time, and what the server refuses is heard, said by the desk
 * if there is one, and told code by code. The scanner types into `field` when it is over, whatever the answer. Where none
 * came, the same is sent under the same key.
 */
export function useDeskAct(field?: RefObject<InputRef | null>, desk?: { notDone(error: ApiError): void }) {
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState<readonly ActRefusal[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [key] = useState(() => new SentKey());
  const run = async <Input extends object, Answer>(what: DeskAct<Input, Answer>) => {
    const { input, ask, done, refusedOf, changes = [] } = what;
    setBusy(true);
    try {
      const answer = await ask({ ...input, batch_key: key.of([input]) });
      key.answered();
      setRefusals(refusedOf?.(answer) ?? []);
      done(answer);
      await Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
    } catch (error) {
      setRefusals(refusalsIn(error));
      if (desk && error instanceof ApiError) desk.notDone(error);
      else sound('wrong');
    } finally {
      setBusy(false);
      field?.current?.focus();
    }
  };
  return {
    isBusy,
    refusals,
    act: <Input extends object, Answer>(what: DeskAct<Input, Answer>) => void run(what),
    forget: () => setRefusals([]),
  };
}
