import { caseDetail } from '@suyuan/contract/inspect/case/case-detail.ts';
import { forensicCase, forensicDetail } from '@suyuan/contract/inspect/case/forensic-case.ts';
import { inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { ownTasks } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { choiceText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useSession } from '#core/session/session.ts';
import {
  forget,
  type InspectAnswer,
  isFinal,
  keep,
  send,
  sendInspection,
  type WaitingCase,
  type WaitingInspection,
  type Went,
  waitingOf,
} from './outbox.ts';

const key = ['inspect-waiting'];

/** The outbox of the person who is signed in. `OutboxBadge` sends its entries as soon as there is a network. */
export function useOutbox() {
  const { t } = useTranslation();
  const account = useSession((session) => session.self?.account_name) ?? '';
  const queries = useQueryClient();
  const waiting = useQuery({
    queryKey: [...key, account],
    queryFn: () => waitingOf(account),
    enabled: account !== '',
    networkMode: 'always',
  });
  const refresh = useCallback(() => queries.invalidateQueries({ queryKey: key }), [queries]);
  const announce = useCallback(
    ({ what, answer, refused }: Went) => {
      if (refused !== undefined) notify.error(t('outbox.refused', { what, reason: refused }));
      else if (answer)
        notify.info(
          `${answer.code}${t('datapage.colon')}${t('inspectrecord.sent')} ${choiceText(t, 'inspectrecord.verdict', answer.verdict)}`,
        );
      else notify.success(what ? t('outbox.sent', { what }) : t('outbox.sentWithoutCode'));
    },
    [t],
  );
  const flush = useCallback(async () => {
    if (account === '') return;
    const went = await send(account).catch(() => []);
    await refresh();
    if (went.length === 0) return;
    // Notices, because the person may be on another screen by now.
    for (const one of went) announce(one);
    for (const { path } of [forensicCase.page, forensicDetail, inspectRecord.page, ownTasks, caseDetail])
      void queries.invalidateQueries({ queryKey: [path] });
  }, [account, queries, refresh, announce]);
  const add = useCallback(
    async (one: Omit<WaitingCase, 'account' | 'at'>) => {
      await keep({ ...one, account, at: new Date().toISOString() });
      await refresh();
      await flush();
    },
    [account, refresh, flush],
  );
  /** Sends an inspection and returns the answer, or undefined if it waits for the network. Rejects if the server refuses it. */
  const inspect = useCallback(
    async (inspection: WaitingInspection['inspection']): Promise<InspectAnswer | undefined> => {
      const at = new Date().toISOString();
      const one = { key: crypto.randomUUID(), account, at, inspection: { ...inspection, inspected_at: at } };
      await keep(one);
      try {
        const answer = await sendInspection(one);
        await forget(one.key);
        return answer;
      } catch (error) {
        if (isFinal(error)) {
          await forget(one.key);
          throw error;
        }
        await refresh();
        return undefined;
      }
    },
    [account, refresh],
  );
  const drop = useCallback(
    async (one: string) => {
      await forget(one);
      await refresh();
    },
    [refresh],
  );
  return { waiting: waiting.data ?? [], add, inspect, drop, flush };
}
