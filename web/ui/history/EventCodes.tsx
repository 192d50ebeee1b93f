import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { StatusTag } from '../StatusTag.tsx';
import './eventHistory.css';

interface EventCodesProps {
  /** The first codes of an event. */
  readonly codes: readonly string[];
  /** How many it has. */
  readonly all: number;
  /** Whether the event was declared wrong later. */
  readonly corrected?: boolean;
  /** Whether it declares another event wrong. */
  readonly declares?: boolean;
}

/** The first codes of an event, and how many more there are. */
export function EventCodes({ codes, all, corrected = false, declares = false }: EventCodesProps) {
  const { t } = useTranslation();
  return (
    <span className="history-codes">
      {codes.map((code) => (
        <CodeOfPackage key={code} code={code} />
      ))}
      {all > codes.length && <span>{t('events.more', { count: all - codes.length })}</span>}
      {corrected && <StatusTag tone="error">{t('field.corrected')}</StatusTag>}
      {declares && <StatusTag tone="warning">{t('events.declares')}</StatusTag>}
    </span>
  );
}

/** A code as a link to its packages, for those who may see them. */
function CodeOfPackage({ code }: { code: string }) {
  const can = useCan();
  if (!can('relevance')) return <code>{code}</code>;
  return (
    <Link to={`/relevance?code=${encodeURIComponent(code)}`}>
      <code>{code}</code>
    </Link>
  );
}
