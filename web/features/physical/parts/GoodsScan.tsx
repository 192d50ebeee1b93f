import { type BoxCode, boxCodes } from '@suyuan/contract/physical/stock/stock.ts';
import type { InputRef } from 'antd';
import { type RefObject, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useAmounts } from '#ui/amount/useAmounts.ts';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { type Looked, ScannedCodes } from '#ui/scan/desk/ScannedCodes.ts';
import { ScannedList } from '#ui/scan/desk/ScannedList.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { unknownCode } from './unknownCode.ts';
import { useWhereabouts } from './useWhereabouts.ts';

/** A code that exists, with its state and place. */
export type KnownGoods = BoxCode & { readonly code: string };

const asKnown = (one: BoxCode): Looked<KnownGoods> => {
  const { code, sent } = one;
  if (code !== null) return { found: { ...one, code } };
  return { wrong: { outcome: 'wrong', code: sent, textKey: unknownCode() } };
};

/** The desk of scanned goods, kept in the browser for a document of a screen. */
export const useScannedGoods = (screen: string, document: number | string = ''): ScannedCodes<KnownGoods> => {
  const [goods] = useState(
    () =>
      new ScannedCodes(async (codes) => (await call(boxCodes, { codes: [...codes] }, { silent: true })).map(asKnown), {
        onScan: ({ outcome }) => sound(outcome),
        place: keptDesk(screen, document),
      }),
  );
  return goods;
};

interface GoodsScanProps {
  readonly goods: ScannedCodes<KnownGoods>;
  readonly label: string;
  readonly field: RefObject<InputRef | null>;
  readonly isSecond?: boolean;
}

/** Input for codes by scanner, pasting or camera; lists each with its state and place. */
export function GoodsScan({ goods: desk, label, field, isSecond = false }: GoodsScanProps) {
  const whereIs = useWhereabouts();
  const { scanned } = useStore(desk.store);
  const amount = useAmounts(scanned.map(({ product_id }) => product_id));
  return (
    <>
      <DeskScans desk={desk} next={label} field={field} isSecond={isSecond} />
      <ScannedList
        scanned={scanned}
        detailOf={({ product_id, product_name, lot, units, where }) =>
          [product_name, lot, amount(units, product_id), whereIs(where)].filter(Boolean).join(' · ')
        }
        onRemove={(code) => desk.remove(code)}
      />
    </>
  );
}
