import { Button, Empty, Modal } from 'antd';
import { type CapturedError, clearErrors, useErrorLog } from '#core/errorLog.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

export default function ErrorLogDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const errors = useErrorLog((log) => log.errors);
  return (
    <Modal
      open
      width={880}
      title={t('errorLog.title')}
      onCancel={onClose}
      footer={
        <Button danger disabled={errors.length === 0} onClick={clearErrors}>
          {t('errorLog.clear')}
        </Button>
      }
    >
      {errors.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('errorLog.none')} />
      ) : (
        <ol className="error-log">
          {errors.toReversed().map((error) => (
            <Entry key={error.id} error={error} />
          ))}
        </ol>
      )}
    </Modal>
  );
}

function Entry({ error: { message, info, url, stack } }: { error: CapturedError }) {
  const { t } = useTranslation();
  return (
    <li>
      <dl>
        <dt>{t('errorLog.message')}</dt>
        <dd className="error-log-message">{message}</dd>
        <dt>{t('errorLog.info')}</dt>
        <dd>
          <Trace text={info} />
        </dd>
        <dt>{t('field.url')}</dt>
        <dd>{url}</dd>
        <dt>{t('errorLog.stack')}</dt>
        <dd>
          <Trace text={stack} />
        </dd>
      </dl>
    </li>
  );
}

/** A stack trace; its height is limited, so that it scrolls. */
function Trace({ text }: { text: string }) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled must be reached by keyboard
  return <pre tabIndex={0}>{text.trim()}</pre>;
}
