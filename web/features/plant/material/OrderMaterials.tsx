import { PlusOutlined } from '@ant-design/icons';
import { type MaterialUse, materialUse } from '@suyuan/contract/plant/material/material-use.ts';
import type { WorkOrder } from '@suyuan/contract/plant/order/work-order.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Table } from 'antd';
import { useState } from 'react';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Moment } from '#ui/facts/Moment.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { CorrectUse } from './CorrectUse.tsx';
import './material.css';
import { RecordMaterial } from './RecordMaterial.tsx';

/** The material lots of an order; corrected records are crossed out. */
export function OrderMaterials({ order }: { order: WorkOrder }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const can = useCan();
  const [isAdding, setAdding] = useState(false);
  const [correcting, setCorrecting] = useState<MaterialUse>();
  const input = { work_order_id: order.id, size: 500 };
  const uses = useQuery({
    queryKey: [materialUse.page.path, input],
    queryFn: ({ signal }) => call(materialUse.page, input, { signal, silent: true }),
  });
  const mayRecord = can('orderlist:materials') && order.status !== 'draft' && order.status !== 'closed';
  const refresh = () => void queries.invalidateQueries({ queryKey: [materialUse.page.path] });
  return (
    <>
      <div className="order-materials-head">
        <h2 className="order-heading">{t('materialquery.step.materials')}</h2>
        {mayRecord && (
          <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
            {t('materialuse.add')}
          </Button>
        )}
      </div>
      <PartFailure of={uses} />
      {uses.isPending && <Skeleton active />}
      {uses.data?.rows.length === 0 && <p className="order-note">{t('orderlist.noMaterials')}</p>}
      {uses.data && uses.data.rows.length > 0 && (
        <Uses rows={uses.data.rows} onCorrect={mayRecord ? setCorrecting : undefined} />
      )}
      {isAdding && <RecordMaterial order={order} onClose={() => setAdding(false)} onDone={refresh} />}
      {correcting && (
        <CorrectUse
          row={correcting}
          onClose={() => setCorrecting(undefined)}
          onDone={() => {
            setCorrecting(undefined);
            refresh();
          }}
        />
      )}
    </>
  );
}

interface UsesProps {
  readonly rows: readonly MaterialUse[];
  readonly onCorrect: ((use: MaterialUse) => void) | undefined;
}

function Uses({ rows, onCorrect }: UsesProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <Table<MaterialUse>
      size="small"
      rowKey="id"
      className="order-uses"
      dataSource={[...rows]}
      rowClassName={({ corrected, amount }) => (corrected || amount === 0 ? 'material-corrected' : '')}
      pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
      columns={[
        {
          title: t('materialuse.material'),
          render: (_, { material_name, material_lot, supplier }) => (
            <>
              <div>{material_name}</div>
              <div className="order-note">{[material_lot, supplier].filter(Boolean).join(' · ')}</div>
            </>
          ),
        },
        {
          title: t('materialuse.amount'),
          render: (_, { amount, unit, expiry_date }) => (
            <>
              <div>
                {count(amount)} {unit}
              </div>
              {expiry_date && (
                <div className="order-note">
                  {t('materialuse.expiry_date')} {expiry_date}
                </div>
              )}
            </>
          ),
        },
        {
          title: t('materialuse.used_by'),
          render: (_, use) => (
            <>
              <div>
                <Moment at={use.used_at} />
              </div>
              <div className="order-note">
                {[use.used_by, use.correction_reason, use.expired_reason].filter(Boolean).join(' · ')}
              </div>
              {onCorrect && !use.corrected && (
                <button type="button" className="row-action" onClick={() => onCorrect(use)}>
                  {t('materialuse.correct')}
                </button>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
