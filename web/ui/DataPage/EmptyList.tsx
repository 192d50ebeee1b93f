import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '../../core/i18n/listText.ts';

export function NothingYet({ list, onAdd }: { readonly list: string; readonly onAdd: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{listText(t, list, 'empty')}</p>
      {onAdd && <Button onClick={onAdd}>{listText(t, list, 'add')}</Button>}
    </>
  );
}
