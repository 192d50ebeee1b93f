import { Link } from 'react-router';
import { menuText } from '../../core/i18n/menuText.ts';
import { useTranslation } from '../../core/i18n/useTranslation.ts';
import { ChartPanel } from '../../ui/charts/ChartPanel.tsx';
import { usePermittedScreens } from './steps/permittedScreens.ts';

export function QuickLinks() {
  const { t } = useTranslation();
  const screens = usePermittedScreens();
  if (screens.length === 0) return null;
  return (
    <ChartPanel title={t('dashboard.links')}>
      <ul className="quick-links">
        {screens.map(({ name, path }) => (
          <li key={name}>
            <Link to={path}>
              <strong>{menuText(t, name)}</strong>
              <span>{t(`dashboard.about.${name}`, { defaultValue: '' })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </ChartPanel>
  );
}
