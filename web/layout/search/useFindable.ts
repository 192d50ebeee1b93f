import { find, sounds } from '@suyuan/contract/thing/found.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '#core/api/call.ts';
import { buttonText, routeText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';
import { useCodeAddress } from '../keys/useCodeAddress.ts';
import {
  actionOption,
  actionsOf,
  type Findable,
  listOf,
  mayBeCode,
  recordOption,
  type SearchOption,
  screenOption,
  withoutWords,
  withWords,
} from './options.ts';
import { type SoundsOf, searchEntries } from './searchIndex.ts';

/** How long the person must pause before records are searched, in milliseconds. */
const pause = 120;

/** Searches screens, actions and records that the person may open. */
export function useFindable(routes: readonly RouteRecord[], words: string, recent: readonly SearchOption[]) {
  const { t } = useTranslation();
  const can = useCan();
  const addressOf = useAddresses();
  const codeAddress = useCodeAddress();
  const screens = useMemo(() => searchEntries(routes, (title) => routeText(t, title)), [routes, t]);
  const actions = useMemo(() => {
    const textOf = (key: string) => {
      const text = t(`${key}.add`, { defaultValue: '' });
      return text === '' ? undefined : buttonText(t, `${key}:add`, text);
    };
    return actionsOf(can, addressOf, textOf);
  }, [can, addressOf, t]);
  const soundsOf = useSounds(useMemo(() => [...screens, ...actions].flatMap(({ title }) => title), [screens, actions]));
  const search = useFound(words);
  const records = (search.data ?? []).flatMap((one) => {
    const to = addressOf(one.screen, one.query);
    return to === undefined ? [] : [recordOption(one, to)];
  });
  const toCode = mayBeCode(words) ? codeAddress(words) : undefined;
  const findable: Findable = {
    screens,
    actions,
    records,
    recent: useStillThere(recent, screens.map(screenOption), actions.map(actionOption)),
    code: toCode === undefined ? undefined : { id: 'code', title: t('search.code'), detail: words, to: toCode },
  };
  return {
    groups: words === '' ? withoutWords(findable) : withWords(words, findable, soundsOf),
    isFinding: search.isFetching,
    hasFailed: search.isError,
  };
}

/** Records found on the server, after a pause in typing. */
function useFound(words: string) {
  const [settledWords, setSettledWords] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSettledWords(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  const search = useQuery({
    queryKey: [find.path, settledWords],
    queryFn: ({ signal }) => call(find, { words: settledWords }, { signal, background: true }),
    enabled: settledWords !== '' && words !== '',
    placeholderData: keepPreviousData,
  });
  // Without words, the records of the previous search are not shown.
  return {
    ...search,
    data: words === '' ? undefined : search.data,
    isFetching: search.isFetching || settledWords !== words,
  };
}

/** The pinyin of Chinese titles; empty until it is loaded, and in other languages. */
function useSounds(texts: readonly string[]): SoundsOf {
  const { i18n } = useTranslation();
  const { data } = useQuery({
    queryKey: [sounds.path, texts],
    queryFn: async ({ signal }) => {
      const readings = await call(
        sounds,
        { texts: texts.map((text) => text.slice(0, 64)) },
        { signal, background: true },
      );
      return new Map(texts.map((text, at) => [text, readings[at] ?? []]));
    },
    enabled: i18n.language === 'zh',
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (title) => data?.get(title) ?? [];
}

/**
 * Recent options that are still valid: screens and actions with their current titles, and records of lists that the person may
 * open.
 */
function useStillThere(
  recent: readonly SearchOption[],
  screens: readonly SearchOption[],
  actions: readonly SearchOption[],
): readonly SearchOption[] {
  const addressOf = useAddresses();
  const current = new Map([...screens, ...actions].map((option) => [option.id, option]));
  return recent.flatMap((option) => {
    const now = current.get(option.id);
    if (now) return [now];
    return option.id.startsWith('record:') && addressOf(listOf(option.id)) !== undefined ? [option] : [];
  });
}
