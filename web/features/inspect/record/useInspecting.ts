import { inspectRecord } from '@suyuan/contract/inspect/task/inspect-record.ts';
import { ownTasks } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { isTorn } from '@suyuan/contract/inspect/task/torn.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import type { InspectAnswer } from '../outbox/outbox.ts';
import { useOutbox } from '../outbox/useOutbox.ts';
import type { Circumstances } from './CircumstancesInput.tsx';

/** Inspects codes, or puts them into the outbox if there is no network; `result` is the latest answer. */
export function useInspecting(
  /** Called when an inspection was answered, or stored in the outbox. */
  onKept: (code: string, isAnswered: boolean) => void,
) {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const outbox = useOutbox();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<InspectAnswer>();
  const inspect = async (code: string, { area, place, dealer, note }: Circumstances, stop?: number) => {
    if (isTorn(code) || !can('inspectrecord:add')) return;
    setBusy(true);
    setResult(undefined);
    try {
      const input = {
        code: code.trim(),
        ...(area ? { area_code: area } : {}),
        ...(place ? { position: place } : {}),
        ...(dealer ? { dealer_id: dealer } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
        ...(stop ? { stop_id: stop } : {}),
      };
      const answer = await outbox.inspect(input);
      onKept(input.code, answer !== undefined);
      setResult(answer);
      if (answer)
        for (const { path } of [inspectRecord.page, ownTasks]) void queries.invalidateQueries({ queryKey: [path] });
      else notify.info(t('inspectrecord.kept'));
    } catch (error) {
      // The code stays in the input, to be sent again.
      if (error instanceof ApiError) notify.error(error.message, error.requestId);
      else notify.error(t('forensics.notKept'));
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, result, inspect };
}
