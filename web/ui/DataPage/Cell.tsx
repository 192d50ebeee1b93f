import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CodeText } from '../CodeText.tsx';
import { Moment } from '../Moment.tsx';
import { StatusTag } from '../StatusTag.tsx';
import { type Choice, columnOf, type Field, type Row } from './fields.ts';

/** The value of a field as a person reads it, in a cell, a card or a detail. */
export function Cell({ list, field, row }: { list: string; field: Field; row: Row }) {
  const { t, i18n } = useTranslation();
  const render = columnOf(field).render;
  if (render) return render(row);
  const value = row[field.key];
  if (value === null || value === undefined || value === '') return <span aria-hidden>—</span>;
  switch (field.kind) {
    case 'number':
      return <span className="data-page-number">{(value as number).toLocaleString(i18n.language)}</span>;
    case 'share':
      return <span className="data-page-number">{oneIn(value as number, i18n.language, t)}</span>;
    case 'moment':
      return <Moment at={value as string} />;
    case 'code':
      return <CodeText code={value as string} />;
    case 'switch':
      return t(`${list}.${field.key}.${value as boolean}`);
    case 'choice': {
      const words = t(`${list}.${field.key}.${value as Choice}`);
      return field.tones ? <StatusTag tone={field.tones[value as Choice]}>{words}</StatusTag> : words;
    }
    default:
      return String(value);
  }
}

/** A small share as people compare it: 1 in 10,000. */
function oneIn(share: number, language: string, t: TFunction): string {
  if (share <= 0) return '—';
  const n = Math.round(1 / share).toLocaleString(language, { maximumSignificantDigits: 3 });
  return t('datapage.oneIn', { n });
}
