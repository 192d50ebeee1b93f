import type { OutputOf } from '@suyuan/contract/call/call.ts';
import { accountTypeList } from '@suyuan/contract/organ/session.ts';
import { useCallback, useEffect, useState } from 'react';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

type AccountTypeList = OutputOf<typeof accountTypeList>;

export interface AccountTypeChoices {
  readonly list: AccountTypeList | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** The account types, with their names in the current language. */
export function useAccountTypes(): AccountTypeChoices {
  const { i18n } = useTranslation();
  const { language } = i18n;
  const [list, setList] = useState<AccountTypeList>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language has other names, another attempt is another call
  useEffect(() => {
    const cancel = new AbortController();
    setFailed(false);
    call(accountTypeList, {}, { signal: cancel.signal })
      .then(setList)
      .catch(() => setFailed(!cancel.signal.aborted));
    return () => cancel.abort();
  }, [language, attempt]);
  return { list, failed, retry: useCallback(() => setAttempt((count) => count + 1), []) };
}
