import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { CodeText } from '../../code/CodeText.tsx';
import { Moment } from '../../facts/Moment.tsx';
import { useRecordAddress } from '../../facts/RecordLink.tsx';
import type { Row } from '../../records.ts';
import { StatusTag } from '../../StatusTag.tsx';
import { type Choice, columnOf, type Field } from '../fields.ts';

/** Renders a value. `plain`: without links, for use within a link. */
export type CellOf = (field: Field, row: Row, plain?: boolean) => ReactNode;

/**
 * Returns a function that renders values in cells, cards and details. One hook for a whole list, since a hook in every cell
 * costs more than the cells themselves.
 */
export function useCells(list: string): CellOf {
  const { t } = useTranslation();
  const { count, rough } = useNumbers();
  const addressOf = useRecordAddress();
  const drawn = useCallback(
    (field: Field, row: Row): ReactNode => {
      const { render } = columnOf(field);
      if (render) return render(row);
      const value = row[field.key];
      if (isEmpty(value)) return <span aria-hidden>—</span>;
      switch (field.kind) {
        case 'number':
          return <span className="data-page-number">{count(value as number)}</span>;
        case 'share':
          // A small share is easier to compare as 1 in 10,000.
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
  return useCallback<CellOf>(
    (field, row, plain = false) => {
      const cell = drawn(field, row);
      if (!field.names || plain || isEmpty(row[field.key])) return cell;
      const address = addressOf(field.names.to, row[field.names.by]);
      return address ? (
        <Link to={address} className="row-link">
          {cell}
        </Link>
      ) : (
        cell
      );
    },
    [drawn, addressOf],
  );
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
