import type { AuditChange } from '@suyuan/contract/organ/audit-log.ts';
import { listTextKeys } from '@suyuan/contract/thing/text-keys.ts';
import { Empty } from 'antd';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type Difference, differencesOf, isSecret } from './differences.ts';
import { isFingerprint, useValueText, type ValueOf } from './useValueText.ts';
import './history.css';

/** The changes of a row, column by column, with the column titles of its list. */
export function ChangedColumns({ change }: { change: Pick<AuditChange, 'list' | 'before' | 'after' | 'names'> }) {
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
            {change.before && <Value list={list} names={change.names} difference={difference} side="before" />}
            {change.after && <Value list={list} names={change.names} difference={difference} side="after" />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps extends Pick<ValueOf, 'list' | 'names'> {
  readonly difference: Difference;
  readonly side: 'before' | 'after';
}

function Value({ list, names, difference, side }: ValueProps) {
  const { t } = useTranslation();
  const textOf = useValueText();
  const value = difference[side];
  const Mark = side === 'before' ? 'del' : 'ins';
  if (isSecret(value)) return <td className="quiet">{t('history.secret')}</td>;
  const { column } = difference;
  const values = Array.isArray(value) ? value : [value];
  const shown = values
    .map((one) => ({
      text: textOf({ list, column, names }, one),
      picture: isPicture(column) && isFingerprint(one) && one,
    }))
    .filter(({ text }) => text !== '');
  return (
    <td>
      {shown.map(({ text, picture }) => (
        <Mark key={text}>
          {picture ? <img src={pictureAddress(picture, 'thumb')} alt={t('field.picture')} height={40} /> : text}
        </Mark>
      ))}
    </td>
  );
}

/** Columns of pictures contain their hashes. */
const isPicture = (column: string): boolean => /picture|photo|logo|image|avatar/.test(column);
