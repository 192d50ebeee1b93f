import { useTranslation } from '#core/i18n/useTranslation.ts';
import { endRoleView } from '#core/session/roleView.ts';
import { useSession } from '#core/session/session.ts';

/**
 * A bar shown while the console is viewed as a role: the name of the role, that nothing can be changed, and a button to return.
 */
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
