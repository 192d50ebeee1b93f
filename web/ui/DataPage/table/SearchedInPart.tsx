import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../core/formats/useNumbers.ts';

/** Why more may be there than is shown, and how to get at it. */
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
