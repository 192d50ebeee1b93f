import { CloseOutlined } from '@ant-design/icons';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import '../scan.css';

interface ScannedListProps<One> {
  readonly scanned: readonly One[];
  /** The text shown beside each code. */
  readonly detailOf: (one: One) => string;
  readonly onRemove: (code: string) => void;
}

/** The scanned codes, latest first, each with a button to remove it. */
export function ScannedList<One extends { readonly code: string }>(props: ScannedListProps<One>) {
  const { scanned, detailOf, onRemove } = props;
  const { t } = useTranslation();
  if (scanned.length === 0) return null;
  return (
    <ul className="scanned-list" aria-label={t('scan.codes')}>
      {scanned.toReversed().map((one) => (
        <li key={one.code}>
          <code>{one.code}</code>
          <small>{detailOf(one)}</small>
          <button
            type="button"
            className="icon-button"
            aria-label={t('scan.drop', { code: one.code })}
            onClick={() => onRemove(one.code)}
          >
            <CloseOutlined aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}
