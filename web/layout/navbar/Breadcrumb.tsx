import { Link } from 'react-router';
import { routeText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RouteTrail } from '#core/navigation/findRoute.ts';
import { rootScreen } from '#core/navigation/resolve.ts';
import { homeRoute, isOfHome } from '#core/navigation/routes.ts';

/** The path of the page in the tree of screens, beginning with the dashboard. */
export function Breadcrumb({ trail }: { trail: RouteTrail }) {
  const { t } = useTranslation();
  const [top] = trail;
  const whole = top && isOfHome(top) ? [homeRoute, ...trail] : trail;
  const titled = whole.filter((route) => route.meta.title !== undefined);
  const atRoot = titled.at(0)?.path === rootScreen;
  const crumbs = [
    ...(atRoot ? [] : [{ path: rootScreen, title: 'menu.dashboard' }]),
    ...titled.map(({ path, meta }) => ({ path, title: meta.title ?? '' })),
  ];
  return (
    <nav className="breadcrumb" aria-label={t('navbar.breadcrumb')}>
      <ol>
        {crumbs.map(({ path, title }, index) => (
          <li key={path}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{routeText(t, title)}</span>
            ) : (
              <Link to={path}>{routeText(t, title)}</Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
