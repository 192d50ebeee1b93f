import { Link } from 'react-router';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { StatusTag } from '../StatusTag.tsx';
import './actHistory.css';

interface ActCodesProps {
  /** The first codes of an act. */
  readonly codes: readonly string[];
  /** How many it has. */
  readonly all: number;
  /** Whether the act was declared wrong later. */
  readonly corrected?: boolean;
  /** Whether it declares another act wrong. */
  readonly declares?: boolean;
}

/** The first codes of an act, and how many more there are. */
export function ActCodes({ codes, all, corrected = false, declares = false }: ActCodesProps) {
  const { t } = useTranslation();
  return (
    <span className="history-codes">
      {codes.map((code) => (
        <CodeOfPackage key={code} code={code} />
      ))}
      {all > codes.length && <span>{t('acts.more', { count: all - codes.length })}</span>}
      {corrected && <StatusTag tone="error">{t('field.corrected')}</StatusTag>}
      {declares && <StatusTag tone="warning">{t('acts.declares')}</StatusTag>}
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
