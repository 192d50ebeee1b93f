import { type StoredCode, stockMove, storedGoods } from '@suyuan/contract/physical/stock/stock-move.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { warehouseReference } from '#ui/pickers/baseReferences.ts';
import { ReferenceSelect } from '#ui/pickers/ReferenceSelect.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { sound } from '#ui/scan/sounds.ts';
import { SentDesk } from './SentDesk.tsx';
import { SentScans } from './SentScans.ts';

const list = { ...eventListOf(storedGoods), heading: 'stock.moves' } as const;

/** 移库: the desk that stores scanned goods in a zone, and below it the list of what was stored. */
export function MovesTab() {
  const { t } = useTranslation();
  const [zone, setZone] = useState<number>();
  return (
    <EventScreen list={list} may="stock:move">
      <div className="reason-input">
        <span>{t('stock.target')}</span>
        <ReferenceSelect
          reference={warehouseReference}
          value={zone ?? null}
          onChange={(id) => setZone(id as number | undefined)}
          aria-label={t('stock.target')}
        />
      </div>
      {zone === undefined ? <p>{t('stock.targetFirst')}</p> : <MoveDesk key={zone} zone={zone} />}
    </EventScreen>
  );
}

function MoveDesk({ zone }: { readonly zone: number }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const desk = useMemo(
    () =>
      new SentScans<StoredCode>(
        {
          take: async (codes, batch_key, take_out) => {
            const input = { warehouse_id: zone, codes: [...codes], batch_key, ...(take_out ? { take_out } : {}) };
            const { stored, refusals } = await call(stockMove, input, { silent: true });
            return { taken: stored, refusals };
          },
          undo: async ({ code, from_warehouse_id }, batch_key) => {
            // Nobody knows where missing goods were.
            if (from_warehouse_id === null)
              return {
                refusals: [{ code, reason: 'not_here', message: t('stock.foundStays'), conflict: null }],
                notAsBefore: [],
              };
            const input = { warehouse_id: from_warehouse_id, codes: [code], put_back: true, batch_key };
            const { refusals, not_put_back } = await call(stockMove, input, { silent: true });
            return {
              refusals,
              notAsBefore: not_put_back.map((one) => ({
                ...one,
                message: t('stock.notPutBack', { reason: one.message }),
              })),
            };
          },
        },
        { onScan: ({ outcome }) => sound(outcome), place: keptDesk('stock', zone) },
        () => void queries.invalidateQueries({ queryKey: [storedGoods.page.path] }),
      ),
    [zone, queries, t],
  );
  const { taken } = useStore(desk.store);
  const amount = useAmounts(taken.map(({ product_id }) => product_id));
  return (
    <SentDesk
      desk={desk}
      next={t('stock.scan')}
      anywayText={(count) => t('stock.takeOut', { count })}
      detailOf={({ lot, units, product_id, found }) =>
        [lot, amount(units, product_id), found && t('stock.found')].filter(Boolean).join(' · ')
      }
    />
  );
}
