import { Alert, Button, Modal } from 'antd';
import { copyText } from '#core/copyText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import './deviceKeys.css';

export interface NewKey {
  /** The name of the device, or of the system. */
  readonly name: string;
  readonly key: string;
}

interface OneTimeKeyProps {
  readonly made: NewKey;
  /** What to do with it now; by default, to put it into a device. */
  readonly note?: string;
  readonly onClose: () => void;
}

/** Shows a new key, once, to be copied into the device or system that uses it. */
export function OneTimeKey({ made: { name, key }, note, onClose }: OneTimeKeyProps) {
  const { t } = useTranslation();
  const copy = () =>
    copyText(key).then(
      () => notify.success(t('devicekey.copied')),
      () => notify.error(t('devicekey.copyFailed')),
    );
  return (
    <Modal
      open
      title={t('devicekey.newTitle', { name })}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {t('devicekey.kept')}
        </Button>
      }
    >
      <div className="device-key-shown">
        <output>{key}</output>
        <Button onClick={() => void copy()}>{t('code.copyText')}</Button>
      </div>
      <Alert type="warning" showIcon title={note ?? t('devicekey.once')} />
    </Modal>
  );
}
