import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { pageTitle } from '../../../contract/app-title.ts';
import type { TextKey } from '../../core/i18n/textKeys.ts';

/** A page with its title on the browser's tab. */
export function PageTitle({ title, page }: { title: TextKey; page: ReactNode }) {
  const { t } = useTranslation();
  const text = pageTitle(t(title));
  useEffect(() => {
    document.title = text;
  }, [text]);
  return page;
}
