import { PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useQuickScreens } from '#core/session/quickScreens.ts';
import { ChartPanel } from '#ui/charts/ChartPanel.tsx';
import { quickOf } from './quickOf.ts';
import { usePermittedScreens } from './steps/useSteps.ts';

/** The screens that the person pinned or opened last; all of them on demand. */
export function QuickLinks() {
  const { t } = useTranslation();
  const screens = usePermittedScreens();
  const { pin, ...quickScreens } = useQuickScreens();
  const [all, setAll] = useState(false);
  if (screens.length === 0) return null;
  const links = all ? screens : quickOf(screens, quickScreens);
  return (
    <ChartPanel
      title={t('dashboard.links')}
      note={
        screens.length > links.length || all ? (
          <Button type="link" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'dashboard.fewScreens' : 'dashboard.allScreens', { n: screens.length })}
          </Button>
        ) : undefined
      }
    >
      <ul className="quick-links">
        {links.map(({ name, path }) => {
          const isPinned = quickScreens.pinned.includes(name);
          return (
            <li key={name}>
              <Link to={path}>
                <strong>{menuText(t, name)}</strong>
                <span>{t(`dashboard.about.${name}`, { defaultValue: '' })}</span>
              </Link>
              <button
                type="button"
                className="icon-button"
                aria-pressed={isPinned}
                aria-label={t('dashboard.pin', { name: menuText(t, name) })}
                onClick={() => pin(name)}
              >
                {isPinned ? <PushpinFilled aria-hidden /> : <PushpinOutlined aria-hidden />}
              </button>
            </li>
          );
        })}
      </ul>
    </ChartPanel>
  );
}
