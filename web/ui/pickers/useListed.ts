import type { Call } from '@suyuan/contract/call/call.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

interface Listed {
  readonly value: string;
  readonly label: string;
}

/** Loads a short list of the server, with labels in the current language. */
export function useListed(list: Call) {
  const { i18n } = useTranslation();
  return useQuery({
    queryKey: [list.path, i18n.language],
    queryFn: async ({ signal }) => (await call(list, {}, { signal })) as Listed[],
    staleTime: Number.POSITIVE_INFINITY,
  });
}
