import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { forensicCase, forensicDetail } from '../../../../contract/inspect/forensic-case.ts';
import { useSession } from '../../../core/session/session.ts';
import { forget, keep, send, type Waiting, waitingOf } from './outbox.ts';

const key = ['evidence-waiting'];
/** How often what waits is tried again, in milliseconds. */
const tryAgainAfter = 15_000;

/** What waits to be sent, of who is signed in; it is sent as soon as the network lets it. */
export function useOutbox() {
  const account = useSession((session) => session.self?.account_name) ?? '';
  const queries = useQueryClient();
  const waiting = useQuery({
    queryKey: [...key, account],
    queryFn: () => waitingOf(account),
    enabled: account !== '',
    networkMode: 'always',
  });
  const flush = useCallback(async () => {
    if (account === '') return;
    const went = await send(account).catch(() => false);
    await queries.invalidateQueries({ queryKey: key });
    if (!went) return;
    for (const { path } of [forensicCase.page, forensicDetail]) void queries.invalidateQueries({ queryKey: [path] });
  }, [account, queries]);
  const add = useCallback(
    async (one: Omit<Waiting, 'account' | 'at'>) => {
      await keep({ ...one, account, at: new Date().toISOString() });
      await queries.invalidateQueries({ queryKey: key });
      await flush();
    },
    [account, queries, flush],
  );
  const drop = useCallback(
    async (one: string) => {
      await forget(one);
      await queries.invalidateQueries({ queryKey: key });
    },
    [queries],
  );
  const many = waiting.data?.filter(({ refused }) => refused === undefined).length ?? 0;
  useEffect(() => {
    if (many === 0) return undefined;
    const again = () => void flush();
    const timer = setInterval(again, tryAgainAfter);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [many, flush]);
  return { waiting: waiting.data ?? [], add, drop, flush };
}
