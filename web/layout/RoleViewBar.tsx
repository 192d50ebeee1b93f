import { useTranslation } from '../core/i18n/useTranslation.ts';
import { endRoleView } from '../core/session/roleView.ts';
import { useSession } from '../core/session/session.ts';

/** Over everything, while the console is seen as a role has it: which one, that nothing can be changed, and the way back. */
export function RoleViewBar() {
  const { t } = useTranslation();
  const role = useSession((session) => session.self?.viewed_role);
  if (!role) return null;
  return (
    <div className="role-view" role="status">
      <span>{t('roleView.on', { role })}</span>
      <button type="button" className="plain-button" onClick={() => void endRoleView()}>
        {t('roleView.end')}
      </button>
    </div>
  );
}
