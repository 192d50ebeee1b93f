import { Alert } from 'antd';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Explains that only part of a long list was searched, and how to find more. */
export default function SearchedInPart({ searched }: { readonly searched: number }) {
  const { t } = useTranslation();
  const numbers = useNumbers();
  return (
    <Alert
      type="info"
      showIcon
      className="data-page-searched"
      title={t('datapage.searched', { searched: numbers.count(searched) })}
    />
  );
}
