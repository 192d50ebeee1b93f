import { Empty } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AuditChange } from '../../../contract/organ/audit-log.ts';
import { type Difference, differencesOf, isSecret } from './differences.ts';
import { useValueText } from './useValueText.ts';
import './history.css';
import { listTextKeys } from '../../core/i18n/listText.ts';

/** What a change did to a row, column by column, with the titles its list has. */
export function ChangedColumns({ change }: { change: Pick<AuditChange, 'list' | 'before' | 'after'> }) {
  const { t } = useTranslation();
  const differences = differencesOf(change.before, change.after);
  if (differences.length === 0) {
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('history.nothingChanged')} />;
  }
  const { list } = change;
  return (
    <table className="changed-columns">
      <thead>
        <tr>
          <th scope="col">{t('history.column')}</th>
          {change.before && <th scope="col">{t('history.before')}</th>}
          {change.after && <th scope="col">{t('history.after')}</th>}
        </tr>
      </thead>
      <tbody>
        {differences.map((difference) => (
          <tr key={difference.column}>
            <th scope="row">
              {t([...listTextKeys(list, difference.column)], {
                defaultValue: difference.column,
              })}
            </th>
            {change.before && <Value list={list} difference={difference} side="before" />}
            {change.after && <Value list={list} difference={difference} side="after" />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps {
  readonly list: string;
  readonly difference: Difference;
  readonly side: 'before' | 'after';
}

function Value({ list, difference, side }: ValueProps) {
  const { t } = useTranslation();
  const textOf = useValueText();
  const value = difference[side];
  const Mark = side === 'before' ? 'del' : 'ins';
  if (isSecret(value)) return <td className="quiet">{t('history.secret')}</td>;
  const texts = (Array.isArray(value) ? value : [value]).map((one) => textOf(list, difference.column, one));
  return (
    <td>
      {texts
        .filter((text) => text !== '')
        .map((text) => (
          <Mark key={text}>{text}</Mark>
        ))}
    </td>
  );
}
