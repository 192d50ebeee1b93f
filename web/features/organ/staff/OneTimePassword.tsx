import { Alert, Button, Modal } from 'antd';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { notify } from '../../../core/notices/notices.ts';
import '../organisation.css';

interface OneTimePasswordProps {
  /** Whose it is. */
  readonly person: string;
  readonly password: string;
  readonly onClose: () => void;
}

/** A password that is shown this once, for whoever made it to hand on. */
export function OneTimePassword({ person, password, onClose }: OneTimePasswordProps) {
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
    </Modal>
  );
}
