import { pageTitle } from '@suyuan/contract/app-title.ts';
import { type ReactNode, useEffect } from 'react';
import type { TextKey } from '#core/i18n/textKeys.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** A page with the title of its browser tab. */
export function PageTitle({ title, page }: { title: TextKey; page: ReactNode }) {
  const { t } = useTranslation();
  const text = pageTitle(t(title));
  useEffect(() => {
    document.title = text;
  }, [text]);
  return page;
}
