import { copyText } from '#core/copyText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  /** Called when the person confirms that the codes are stored. */
  readonly onKept: () => void;
}

/** The recovery codes. They are shown only once. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const copy = () =>
    copyText(codes.join('\n')).then(
      () => notify.success(t('code.copied')),
      () => notify.error(t('twoStep.copyFailed')),
    );
  return (
    <div className="recovery">
      <h3>{t('twoStep.recoveryTitle')}</h3>
      <p className="two-step-note">{t('twoStep.recoveryText')}</p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <p className="two-step-buttons">
        <button type="button" className="plain-button" onClick={() => void copy()}>
          {t('code.copyText')}
        </button>
        <a className="plain-button" href={fileOf(codes)} download="recovery-codes.txt">
          {t('button.download')}
        </a>
        <button type="button" className="solid-button" onClick={onKept}>
          {t('twoStep.kept')}
        </button>
      </p>
    </div>
  );
}

const fileOf = (codes: readonly string[]): string =>
  `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\r\n')}\r\n`)}`;
