import { Button } from 'antd';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { ListSpec } from './fields.ts';

interface NothingYetProps {
  readonly list: string;
  readonly onAdd: (() => void) | undefined;
  readonly mayImport: boolean;
}

/** What is said of an empty list, and how to begin it, as far as this person may. */
export function NothingYet({ list, onAdd, mayImport }: NothingYetProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>
        {listText(t, list, 'empty')}
        {onAdd && mayImport && ` ${t('datapage.emptyBegin')}`}
      </p>
      {onAdd && <Button onClick={onAdd}>{listText(t, list, 'add')}</Button>}
    </>
  );
}

interface NothingFoundProps {
  readonly spec: ListSpec;
  readonly filters: Readonly<Record<string, unknown>>;
}

export function NothingFound({ spec: { elsewhere: Elsewhere }, filters }: NothingFoundProps) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('datapage.nothingFound')}</p>
      {Elsewhere && <Elsewhere filters={filters} />}
    </>
  );
}
