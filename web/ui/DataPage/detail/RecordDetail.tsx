import { HistoryOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { listText } from '../../../core/i18n/listText.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { Fact } from '../../Fact.tsx';
import type { Row } from '../../records.ts';
import { isColumn, type ListSpec } from '../fields.ts';
import { useCells } from '../table/Cell.tsx';

const RecordHistory = lazy(() => import('../../history/RecordHistory.tsx'));

/** All that is known of a row. */
export default function RecordDetail({ spec, row, onClose }: { spec: ListSpec; row: Row; onClose: () => void }) {
  const { t } = useTranslation();
  const cell = useCells(spec.name);
  const [history, setHistory] = useState(false);
  const mayAsk = useCan()('auditlog') && spec.thing !== undefined;
  return (
    <Drawer
      open
      title={spec.titleOf(row)}
      size={560}
      onClose={onClose}
      extra={
        mayAsk && (
          <Button icon={<HistoryOutlined aria-hidden />} onClick={() => setHistory(true)}>
            {t('history.show')}
          </Button>
        )
      }
    >
      <dl className="data-page-facts">
        {spec.fields
          .filter((field) => isColumn(field) && field.detail !== false)
          .map((field) => (
            <Fact key={field.key} title={listText(t, spec.name, field.key)}>
              {cell(field, row)}
            </Fact>
          ))}
      </dl>
      {spec.detailAside?.(row)}
      <Suspense>
        {history && spec.thing && (
          <RecordHistory thing={spec.thing} id={row.id} title={spec.titleOf(row)} onClose={() => setHistory(false)} />
        )}
      </Suspense>
    </Drawer>
  );
}
