import { type ReactNode, useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { listText } from '../../../core/i18n/listText.ts';
import { CodeText } from '../../code/CodeText.tsx';
import { Moment } from '../../Moment.tsx';
import type { Row } from '../../records.ts';
import { StatusTag } from '../../StatusTag.tsx';
import { type Choice, columnOf, type Field } from '../fields.ts';

/**
 * Draws values as a person reads them, in cells, cards and details. One hook for a whole list: a hook in each of its
 * cells costs more than the cells do.
 */
export function useCells(list: string): (field: Field, row: Row) => ReactNode {
  const { t } = useTranslation();
  const { count, rough } = useNumbers();
  return useCallback(
    (field, row) => {
      const { render } = columnOf(field);
      if (render) return render(row);
      const value = row[field.key];
      if (value === null || value === undefined || value === '') return <span aria-hidden>—</span>;
      switch (field.kind) {
        case 'number':
          return <span className="data-page-number">{count(value as number)}</span>;
        case 'share':
          // A small share as people compare it: 1 in 10,000.
          return (
            <span className="data-page-number">
              {(value as number) > 0 ? t('datapage.oneIn', { n: rough(1 / (value as number)) }) : '—'}
            </span>
          );
        case 'moment':
          return <Moment at={value as string} />;
        case 'code':
          return <CodeText code={value as string} />;
        case 'switch':
          return listText(t, list, `${field.key}.${value as boolean}`);
        case 'choice': {
          const words = listText(t, list, `${field.key}.${value as Choice}`);
          return field.tones ? <StatusTag tone={field.tones[value as Choice]}>{words}</StatusTag> : words;
        }
        default:
          return String(value);
      }
    },
    [list, t, count, rough],
  );
}
