import type { Factory } from '@suyuan/contract/plant/factory.ts';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';

/** The number of accounts of a factory's people, as a link to them for those who may see them. */
export function FactoryPeople({ factory }: { readonly factory: Factory }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const n = count(factory.people);
  if (!useCan()('stafflist')) return <span className="data-page-number">{n}</span>;
  return (
    <Link
      className="data-page-number"
      to={`/stafflist?factory_id=${factory.id}`}
      aria-label={t('plantlist.peopleOf', { factory: factory.factory_name, n })}
    >
      {n}
    </Link>
  );
}
