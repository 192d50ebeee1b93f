import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  MinusOutlined,
  PlusOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons';
import { Button, Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { ListSpec } from '../fields.ts';
import {
  declaredWidth,
  moved,
  orderedColumns,
  pinToggled,
  resized,
  toggled,
  type usePreferences,
} from './usePreferences.ts';

/** By how many pixels one press changes the width of a column. */
const step = 20;

/** Lets a person choose which columns are shown, in which order and width, and which of them are pinned. */
export default function ColumnChooser({
  spec,
  preferences: { preferences, change, resetColumns },
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
        {fields.map((field, index) => {
          const { key } = field;
          const title = listText(t, spec.name, key);
          const pinned = columns.pinned?.includes(key) ?? false;
          const move = (by: -1 | 1) => change({ columns: moved(columns, key, by, spec.fields) });
          const widen = (by: number) =>
            change({ columns: resized(columns, key, (columns.widths?.[key] ?? declaredWidth(field)) + by) });
          return (
            <li key={key}>
              <Checkbox
                checked={!columns.hidden.includes(key)}
                onChange={() => change({ columns: toggled(columns, key, spec.fields) })}
              >
                {title}
              </Checkbox>
              <Tool name={t('datapage.narrower', { title })} icon={<MinusOutlined />} onPress={() => widen(-step)} />
              <Tool name={t('datapage.wider', { title })} icon={<PlusOutlined />} onPress={() => widen(step)} />
              <Tool
                name={t('datapage.pin', { title })}
                icon={pinned ? <PushpinFilled /> : <PushpinOutlined />}
                pressed={pinned}
                onPress={() => change({ columns: pinToggled(columns, key) })}
              />
              <Tool
                name={t('datapage.moveUp', { title })}
                icon={<ArrowUpOutlined />}
                disabled={index === 0}
                onPress={() => move(-1)}
              />
              <Tool
                name={t('datapage.moveDown', { title })}
                icon={<ArrowDownOutlined />}
                disabled={index === fields.length - 1}
                onPress={() => move(1)}
              />
            </li>
          );
        })}
      </ul>
      <Button type="link" size="small" onClick={resetColumns}>
        {t('datapage.columnsReset')}
      </Button>
    </>
  );
}

interface ToolProps {
  readonly name: string;
  readonly icon: ReactNode;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onPress: () => void;
}

function Tool({ name, icon, disabled = false, pressed, onPress }: ToolProps) {
  return (
    <button
      type="button"
      className="icon-button"
      aria-label={name}
      title={name}
      disabled={disabled}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={onPress}
    >
      <span aria-hidden>{icon}</span>
    </button>
  );
}
