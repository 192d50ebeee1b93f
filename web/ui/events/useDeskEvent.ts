import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { InputRef } from 'antd';
import { type RefObject, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { newKey } from '#core/newKey.ts';
import type { ScanDesk } from '../scan/desk/ScanDesk.ts';
import { sound } from '../scan/sounds.ts';
import { refusalsIn } from './RefusalList.tsx';

/** The input with an idempotency key: sent repeatedly, it is done once. */
export type Keyed<Input> = Input & { readonly batch_key: string };

interface DeskEvent<Input extends object, Answer> {
  readonly input: Input;
  readonly ask: (input: Keyed<Input>) => Promise<Answer>;
  /** Called after success. */
  readonly done: (answer: Answer) => void;
  /** The codes that were refused although others were accepted. */
  readonly refusedOf?: (answer: Answer) => readonly EventRefusal[];
  /** Queries to invalidate after success. */
  readonly changes?: readonly QueryKey[];
}

/** A desk keeps the key of its event, so that it is the same after a reload. */
type EventDesk = Pick<ScanDesk<object>, 'notDone' | 'keyOf' | 'answered'>;

/**
 * Captures the events of a desk, and returns its refused codes. A failure is announced by the desk, or by a sound if there is none.
 * Afterwards `field` has the focus for the next scan. If no answer arrives, the same input is sent again with the same key.
 */
export function useDeskEvent(field?: RefObject<InputRef | null>, desk?: EventDesk) {
  const queries = useQueryClient();
  const [refusals, setRefusals] = useState<readonly EventRefusal[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [sentKey] = useState(() => new SentKey());
  const key = desk ?? sentKey;
  const run = async <Input extends object, Answer>(event: DeskEvent<Input, Answer>) => {
    const { input, ask, done, refusedOf, changes = [] } = event;
    setBusy(true);
    try {
      const answer = await ask({ ...input, batch_key: key.keyOf([input]) });
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
    capture: <Input extends object, Answer>(event: DeskEvent<Input, Answer>) => void run(event),
    forget: () => setRefusals([]),
  };
}

/**
 * Idempotency keys: until there is an answer, the same contents get the same batch key, so that they are not carried out twice.
 */
export class SentKey {
  #sent: { readonly contents: string; readonly key: string } | undefined;

  keyOf(contents: readonly unknown[]): string {
    const text = JSON.stringify(contents);
    if (this.#sent?.contents !== text) this.#sent = { contents: text, key: newKey() };
    return this.#sent.key;
  }

  answered(): void {
    this.#sent = undefined;
  }
}
