import { WarningOutlined } from '@ant-design/icons';
import { ownExceptions } from '@suyuan/contract/trace/exception.ts';
import { useQuery } from '@tanstack/react-query';
import { Badge } from 'antd';
import { useNavigate } from 'react-router';
import { call } from '#core/api/call.ts';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { RouteRecord } from '#core/navigation/routeRecord.ts';
import { usePermittedRoutes } from '#core/session/usePermittedRoutes.ts';
import { MenuDropdown } from '#ui/MenuDropdown.tsx';

/** The polling interval in milliseconds. */
const refreshAfter = 60_000;

/** The number of open exceptions assigned to the person, with links to their lists; hidden if there are none. */
export function ExceptionBadge() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const routes = usePermittedRoutes();
  const { data } = useQuery({
    queryKey: [ownExceptions.path],
    queryFn: ({ signal }) => call(ownExceptions, {}, { signal, background: true }),
    refetchInterval: refreshAfter,
  });
  const lists = (data?.screens ?? []).flatMap(({ screen, open }) => {
    const path = pathOf(routes, screen);
    return path === undefined ? [] : [{ key: path, label: `${menuText(t, screen)} (${open})` }];
  });
  if (!data || lists.length === 0) return null;
  const show = (path: string) => void navigate(`${path}?status=open&owner_id=${data.owner_id}`);
  const [only, ...more] = lists;
  const button = (
    <button
      type="button"
      className="navbar-button"
      aria-label={t('exception.badge', { count: data.total })}
      title={t('exception.title')}
      {...(more.length > 0 ? { 'aria-haspopup': 'menu' } : { onClick: () => only && show(only.key) })}
    >
      <Badge count={data.total} size="small" overflowCount={99} status={data.overdue > 0 ? 'error' : 'warning'}>
        <WarningOutlined className="navbar-icon" />
      </Badge>
    </button>
  );
  if (more.length === 0) return button;
  return (
    <MenuDropdown trigger={['click']} menu={{ items: lists, onClick: ({ key }) => show(key) }}>
      {button}
    </MenuDropdown>
  );
}

/** The path of a screen, if the person may open it. */
function pathOf(routes: readonly RouteRecord[], name: string): string | undefined {
  for (const route of routes) {
    const childPath = route.name === name ? route.path : pathOf(route.children ?? [], name);
    if (childPath !== undefined) return childPath;
  }
  return undefined;
}
