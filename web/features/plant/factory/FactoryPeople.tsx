import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import type { Row } from '../../../ui/records.ts';

/** How many accounts a factory's people have; for who may see them, the way there. */
export function FactoryPeople({ factory }: { factory: Row }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const n = count(factory.people as number);
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
