import { Alert, Button, Modal } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import '../organisation.css';

interface OneTimePasswordProps {
  /** The name of the person. */
  readonly person: string;
  readonly password: string;
  /** The person was given neither a role nor a position, nor is an administrator. */
  readonly withoutRights: boolean;
  readonly onClose: () => void;
}

/** Shows a temporary password, once, to be passed on to the person. */
export function OneTimePassword({ person, password, withoutRights, onClose }: OneTimePasswordProps) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(password);
    notify.success(t('stafflist.passwordCopied'));
  };
  return (
    <Modal
      open
      title={t('stafflist.passwordOf', { person })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('stafflist.passwordKept')}
        </Button>
      }
    >
      <div className="one-time-password">
        <output>{password}</output>
        <Button onClick={() => void copy()}>{t('stafflist.passwordCopy')}</Button>
      </div>
      <Alert type="warning" showIcon title={t('stafflist.passwordOnce')} />
      {withoutRights && <Alert type="error" showIcon title={t('stafflist.withoutRights')} style={{ marginTop: 8 }} />}
    </Modal>
  );
}
