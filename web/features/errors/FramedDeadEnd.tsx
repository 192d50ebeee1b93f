import { useSearchParams } from 'react-router';
import { menuText } from '#core/i18n/menuText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useSession } from '#core/session/session.ts';
import { DeadEnd } from './DeadEnd.tsx';

/**
 * An error page inside the console. For a menu that is switched off for everybody it says so, because more permissions would
 * not help.
 */
export function FramedDeadEnd({ status }: { readonly status: '401' | '404' }) {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const off = useSession((session) => session.arrangement.off);
  const menu = query.get('menu');
  const isOff = status === '401' && menu !== null && off.includes(menu);
  const says = isOff ? { title: t('error.off', { menu: menuText(t, menu) }), text: t('error.offText') } : undefined;
  return <DeadEnd status={status} framed says={says} />;
}
