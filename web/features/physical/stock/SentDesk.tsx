import { Button, type InputRef, Space } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { StepButton } from '#ui/scan/StepButton.tsx';
import { type SentCode, type SentScans, waitingIn } from './SentScans.ts';

/** The number of latest codes shown. */
const maxShown = 50;

interface SentDeskProps<One extends SentCode> {
  readonly desk: SentScans<One>;
  /** What is to be scanned now. */
  readonly next: string;
  /** What a person agrees to, for so many codes. */
  readonly anywayText: (count: number) => string;
  /** What is shown of a code that was taken. */
  readonly detailOf: (one: One) => string;
  readonly children?: ReactNode;
}

/** A desk whose scans are sent at once: the field, the last outcome, what was refused, and what was taken. */
export function SentDesk<One extends SentCode>({ desk, next, anywayText, detailOf, children }: SentDeskProps<One>) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  const field = useRef<InputRef>(null);
  const { taken, refusals } = useStore(desk.store);
  const undo: DeskStep = { key: 'F2', text: 'freight.undo', run: backTo(field, () => desk.undo()) };
  useDeskSteps(field, [undo]);
  const waiting = waitingIn(refusals);
  return (
    <div className="scan-desk">
      <Unsaved changed={waiting.length > 0} />
      <div className="desk-head">
        {children}
        <SoundSwitch />
      </div>
      <DeskScans desk={desk} next={next} field={field} />
      <RefusalList refusals={refusals} />
      {refusals.length > 0 && (
        <div className="scan-do">
          {waiting.length > 0 && (
            <Button type="primary" onClick={backTo(field, () => desk.takeAnyway())}>
              {anywayText(waiting.length)}
            </Button>
          )}
          <Button onClick={backTo(field, () => desk.dropRefusals())}>{t('freight.dropRefusals')}</Button>
        </div>
      )}
      <Space wrap>
        <StepButton step={undo} disabled={taken.length === 0} />
        <strong className="scan-count">
          {t('stock.doneHere', { count: taken.length, number: count(taken.length) })}
        </strong>
      </Space>
      <ul className="scanned-list" aria-label={t('scan.codes')}>
        {taken.slice(0, maxShown).map((one) => (
          <li key={one.printed}>
            <code>{one.printed}</code>
            <small>{detailOf(one)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
