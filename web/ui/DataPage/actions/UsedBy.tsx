import type { UsersOfRow } from '@suyuan/contract/thing/thing.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The records that refer to a row, by kind: their number and the first names. */
export function UsedBy({ kinds }: { readonly kinds: UsersOfRow['kinds'] }) {
  const { t } = useTranslation();
  const { count: written } = useNumbers();
  return (
    <ul className="used-by">
      {kinds.map(({ kind, count, names }) => (
        <li key={kind}>
          <strong>{t('datapage.usedKind', { kind, number: written(count) })}</strong>{' '}
          <span>{[...names, ...(count > names.length ? ['…'] : [])].join(t('import.count.and'))}</span>
        </li>
      ))}
    </ul>
  );
}
