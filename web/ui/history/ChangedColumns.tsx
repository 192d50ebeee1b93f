import type { AuditChange } from '@suyuan/contract/organ/audit-log.ts';
import { isPictureColumn } from '@suyuan/contract/picture.ts';
import { listTextKeys } from '@suyuan/contract/thing/text-keys.ts';
import { Empty } from 'antd';
import { pictureAddress } from '#core/api/page/pictureAddress.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { type Difference, differencesOf, isSecret } from './differences.ts';
import { isFingerprint, useValueText } from './useValueText.ts';
import './history.css';

type Change = Pick<AuditChange, 'thing' | 'list' | 'before' | 'after' | 'names'>;

/** The changes of a row, column by column, with the column titles of its list. */
export function ChangedColumns({ change }: { readonly change: Change }) {
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
            {change.before && <Value change={change} difference={difference} side="before" />}
            {change.after && <Value change={change} difference={difference} side="after" />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ValueProps {
  readonly change: Change;
  readonly difference: Difference;
  readonly side: 'before' | 'after';
}

function Value({ change: { thing, list, names }, difference, side }: ValueProps) {
  const { t } = useTranslation();
  const textOf = useValueText();
  const value = difference[side];
  const Mark = side === 'before' ? 'del' : 'ins';
  if (isSecret(value)) return <td className="quiet">{t('history.secret')}</td>;
  const { column } = difference;
  const holdsPictures = isPictureColumn(thing, column);
  const values = Array.isArray(value) ? value : [value];
  const parts = values
    .map((item) => ({
      text: textOf({ list, column, names }, item),
      picture: holdsPictures && isFingerprint(item) && item,
    }))
    .filter(({ text }) => text !== '');
  return (
    <td>
      {parts.map(({ text, picture }) => (
        <Mark key={text}>
          {picture ? <img src={pictureAddress(picture, 'thumb')} alt={t('field.picture')} height={40} /> : text}
        </Mark>
      ))}
    </td>
  );
}
