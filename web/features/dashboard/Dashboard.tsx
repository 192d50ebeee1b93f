import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatTime } from '../../formats/formatTime.ts';
import { parseTime } from '../../formats/parseTime.ts';
import { permittedRoutes } from '../../navigation/permitted.ts';
import type { RouteRecord } from '../../navigation/routeRecord.ts';
import { gatedRoutes } from '../../navigation/routes.ts';
import { useSession } from '../../session/session.ts';
import './dashboard.css';

export default function Dashboard() {
  const { t } = useTranslation();
  const { name, roles, self } = useSession();
  const groups = permittedRoutes(gatedRoutes, roles).filter(({ meta }) => !meta.hidden);
  return (
    <>
      <section className="greeting">
        <h1>{t(`dashboard.greeting.${partOfDay(new Date())}`, { name })}</h1>
        <p>
          {self?.last_login_at
            ? t('dashboard.lastSignIn', {
                when: formatTime(self.last_login_at, t),
                at: parseTime(self.last_login_at),
                from: self.last_login_ip ?? '',
              })
            : t('dashboard.firstSignIn')}
        </p>
      </section>
      <div className="quick-links">
        {groups.map((group) => (
          <section key={group.name} className="quick-link-group">
            <h2>{t(`menu.${group.name}`)}</h2>
            <ul>
              {screensOf(group).map((screen) => (
                <li key={screen.name}>
                  <Link to={screen.path}>
                    <strong>{t(`menu.${screen.name}`)}</strong>
                    <span>{t(`dashboard.about.${screen.name}`)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

const screensOf = (route: RouteRecord): readonly RouteRecord[] =>
  route.children ? route.children.filter(({ meta }) => !meta.hidden).flatMap(screensOf) : [route];

function partOfDay(now: Date): 'morning' | 'afternoon' | 'evening' {
  const hour = now.getHours();
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening';
}
