import { Alert, Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { notify } from '../../../core/notices/notices.ts';
import '../organisation.css';

/** A password that is shown this once, for whoever made it to hand on. */
export function OneTimePassword({ password, onClose }: { password: string; onClose: () => void }) {
  const { t } = useTranslation();
  const copy = async () => {
    await navigator.clipboard.writeText(password);
    notify.success(t('stafflist.passwordCopied'));
  };
  return (
    <Modal
      open
      title={t('stafflist.one_time_password')}
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
