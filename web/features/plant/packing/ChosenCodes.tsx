import { CloseOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import type { ChosenCode } from './UnpackChoice.ts';

/** Codes that were scanned, each of which can be dropped. */
export function ChosenCodes({ chosen, onRemove }: { chosen: readonly ChosenCode[]; onRemove: (code: string) => void }) {
  const { t } = useTranslation();
  if (chosen.length === 0) return null;
  return (
    <ul className="scanned-list" aria-label={t('scan.codes')}>
      {chosen.toReversed().map(({ code, lies_in }) => (
        <li key={code}>
          <code>{code}</code>
          <small>
            {lies_in === null ? t('packing.liesInNothing') : t('relevance.liesElsewhere', { parent: lies_in })}
          </small>
          <button
            type="button"
            className="icon-button"
            aria-label={t('scan.drop', { code })}
            onClick={() => onRemove(code)}
          >
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
