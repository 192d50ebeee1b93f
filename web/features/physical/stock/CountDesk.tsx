import {
  type CountedCode,
  countDetail,
  countScan,
  countUnscan,
  type StockCount,
} from '@suyuan/contract/physical/stock/stock-count.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeskDialog } from '#ui/dialogs/DeskDialog.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { sound } from '#ui/scan/sounds.ts';
import { CountLots } from './CountLots.tsx';
import { SentDesk } from './SentDesk.tsx';
import { SentScans } from './SentScans.ts';

/** The polling interval in milliseconds; several people may count the same place. */
const everyMs = 3000;

/** 盘点: counts scanned packages, beside what everybody has counted so far. */
export default function CountDesk({ row: { id, count_no }, onClose, onDone }: RowDialogProps<StockCount>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [desk] = useState(
    () =>
      new SentScans<CountedCode>(
        {
          take: async (codes, batch_key) => {
            const input = { id, codes: [...codes], batch_key };
            const { counted, refusals } = await call(countScan, input, { silent: true });
            return { taken: counted, refusals };
          },
          undo: async ({ code }, batch_key) => {
            await call(countUnscan, { id, codes: [code], batch_key }, { silent: true });
            return { refusals: [], notAsBefore: [] };
          },
        },
        { onScan: ({ outcome }) => sound(outcome), place: keptDesk('stockcount', id) },
        () => void queries.invalidateQueries({ queryKey: [countDetail.path, id] }),
      ),
  );
  const { data } = useQuery({
    queryKey: [countDetail.path, id],
    queryFn: ({ signal }) => call(countDetail, { id }, { signal, silent: true }),
    refetchInterval: everyMs,
  });
  const { taken } = useStore(desk.store);
  const amount = useAmounts(taken.map(({ product_id }) => product_id));
  const close = () => {
    onDone();
    onClose();
  };
  return (
    <DeskDialog title={`${t('stockcount.scan')} · ${count_no}`} width={1100} scans onClose={close}>
      <div className="loading-station">
        <SentDesk
          desk={desk}
          next={t('stock.scan')}
          anywayText={() => ''}
          detailOf={({ lot, units, product_id }) => [lot, amount(units, product_id)].filter(Boolean).join(' · ')}
        />
        <section aria-label={t('stockcount.sofar')}>
          <h3 className="physical-heading">{t('stockcount.sofar')}</h3>
          {data && <CountLots lots={data.lots} />}
        </section>
      </div>
    </DeskDialog>
  );
}
