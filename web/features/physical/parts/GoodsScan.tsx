import { CloseOutlined } from '@ant-design/icons';
import type { InputRef } from 'antd';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boxCodes } from '../../../../contract/physical/stock.ts';
import { call } from '../../../core/api/call.ts';
import { useNumbers } from '../../../core/formats/useNumbers.ts';
import { ScanField } from '../../../ui/scan/ScanField.tsx';
import { ScanStatus, SoundSwitch } from '../../../ui/scan/ScanStatus.tsx';
import { useStore } from '../../../ui/scan/Store.ts';
import { sound } from '../../../ui/scan/sounds.ts';
import { WaitingScans } from '../../../ui/scan/WaitingScans.tsx';
import { ScannedGoods } from './ScannedGoods.ts';
import { useWhereabouts } from './useWhereabouts.ts';

/** Goods to be scanned, whose desk a screen keeps. */
export const useScannedGoods = (): ScannedGoods => {
  const [goods] = useState(
    () =>
      new ScannedGoods(
        (codes) => call(boxCodes, { codes: [...codes] }, { silent: true }),
        ({ outcome }) => sound(outcome),
      ),
  );
  return goods;
};

interface GoodsScanProps {
  readonly goods: ScannedGoods;
  readonly label: string;
  readonly field: RefObject<InputRef | null>;
  readonly isSecond?: boolean;
}

/** Takes codes from a scanner, a paste or the camera, and tells of each what it is and where. */
export function GoodsScan({ goods: desk, label, field, isSecond = false }: GoodsScanProps) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const whereIs = useWhereabouts();
  const { goods, last, waiting, failed } = useStore(desk);
  return (
    <>
      {!isSecond && <SoundSwitch />}
      <ScanField label={label} field={field} onScan={(codes) => desk.scan(codes)} isSecond={isSecond} />
      <ScanStatus last={last} idle={label} />
      <WaitingScans failed={failed} waiting={waiting} onRetry={() => desk.goOn()} />
      {goods.length > 0 && (
        <ul className="scanned-list" aria-label={t('scan.codes')}>
          {goods.toReversed().map((one) => (
            <li key={one.code}>
              <code>{one.code}</code>
              <small>
                {[
                  one.product_name,
                  one.lot,
                  t('lines.units', { count: one.units, number: count(one.units) }),
                  whereIs(one.where),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              <button
                type="button"
                className="icon-button"
                aria-label={t('scan.drop', { code: one.code })}
                onClick={() => desk.remove(one.code as string)}
              >
                <CloseOutlined aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
