import type { OutputOf } from '@suyuan/contract/call/call.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import type { authorityFitting } from '@suyuan/contract/report/authority-file.ts';
import { Alert } from 'antd';
import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';

type Missing = OutputOf<typeof authorityFitting>['files'][number]['missing'][number];

/** The paths of the screens on which data may be missing, by menu key. */
const screens: Readonly<Record<string, string>> = {
  productlist: '/productlist',
  prodcutextend: '/prodcutextend',
  orderlist: '/orderlist',
  freight: '/freight',
  store: '/store',
  dealer: '/dealer',
  enterprise: '/enterprise',
  plantlist: '/home/plant/plantinfo/plantmanage/plantlist',
  coderule: '/home/tagging/coderule',
};

/** The data missing for a file, each with a link to the screen for entering it. */
export function MissingFields({ missing }: { readonly missing: readonly Missing[] }) {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <Alert
      type="warning"
      showIcon
      title={t('authority.lacks')}
      description={
        <ul>
          {missing.map((one) => {
            const to = can(one.screen as Permission) ? addressOf(one) : undefined;
            return (
              <li key={one.message}>
                {one.message} {to && <Link to={to}>{t('authority.fillIn')}</Link>}
              </li>
            );
          })}
        </ul>
      }
    />
  );
}

/** The list filtered for the record, or else the screen. */
function addressOf({ screen, record }: Missing): string | undefined {
  const path = screens[screen];
  if (path === undefined || record === null || screen === 'enterprise') return path;
  return `${path}?${new URLSearchParams({ keyword: record })}`;
}
