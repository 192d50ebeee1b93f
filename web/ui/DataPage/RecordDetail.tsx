import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { Cell } from './Cell.tsx';
import { Fact } from './Fact.tsx';
import { isColumn, type ListSpec, type Row } from './fields.ts';

/** All that is known of a row. */
export default function RecordDetail({ spec, row, onClose }: { spec: ListSpec; row: Row; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Drawer open title={spec.titleOf(row)} size={560} onClose={onClose}>
      <dl className="data-page-facts">
        {spec.fields
          .filter((field) => isColumn(field) && field.detail !== false)
          .map((field) => (
            <Fact key={field.key} title={t(`${spec.name}.${field.key}`)}>
              <Cell list={spec.name} field={field} row={row} />
            </Fact>
          ))}
      </dl>
      {spec.detailAside?.(row)}
    </Drawer>
  );
}
