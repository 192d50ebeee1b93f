import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import { listText } from '../../../core/i18n/listText.ts';
import type { ListSpec } from '../fields.ts';
import type { usePreferences } from '../usePreferences.ts';
import { moved, orderedColumns, toggled } from './columnChoice.ts';

/** Which columns are shown, and in which order. */
export default function ColumnChooser({
  spec,
  preferences: { preferences, change, reset },
}: {
  readonly spec: ListSpec;
  readonly preferences: ReturnType<typeof usePreferences>;
}) {
  const { t } = useTranslation();
  const { columns } = preferences;
  const fields = orderedColumns(spec.fields, columns);
  return (
    <>
      <ul className="data-page-column-list">
        {fields.map(({ key }, index) => {
          const title = listText(t, spec.name, key);
          const move = (by: -1 | 1) => change({ columns: moved(columns, key, by, spec.fields) });
          return (
            <li key={key}>
              <Checkbox
                checked={!columns.hidden.includes(key)}
                onChange={() => change({ columns: toggled(columns, key, spec.fields) })}
              >
                {title}
              </Checkbox>
              <button
                type="button"
                className="icon-button"
                aria-label={t('datapage.moveUp', { title })}
                disabled={index === 0}
                onClick={() => move(-1)}
              >
                <ArrowUpOutlined aria-hidden />
              </button>
              <button
                type="button"
                className="icon-button"
                aria-label={t('datapage.moveDown', { title })}
                disabled={index === fields.length - 1}
                onClick={() => move(1)}
              >
                <ArrowDownOutlined aria-hidden />
              </button>
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={reset}>
        {t('datapage.columnsReset')}
      </Button>
    </>
  );
}
