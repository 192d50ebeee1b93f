import type { Arrival } from '@suyuan/contract/physical/waybill/arrival.ts';
import { arrivalDesk } from '@suyuan/contract/physical/waybill/arrival-desk.ts';
import {
  arrivalComplete,
  arrivalDiscard,
  arrivalScan,
  arrivalUndo,
} from '@suyuan/contract/physical/waybill/arrival-steps.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, type InputRef, Popconfirm, Skeleton, Space, Tag } from 'antd';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import type { RowDialogProps } from '#ui/DataPage/fields.ts';
import { DeskDialog } from '#ui/dialogs/DeskDialog.tsx';
import { PartFailure } from '#ui/failure/PartFailure.tsx';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { LabelledSwitch, SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { StepButton, StepKey } from '#ui/scan/StepButton.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { ArrivalLines } from './ArrivalLines.tsx';
import { ArrivalScans } from './ArrivalScans.tsx';
import { type CountingCalls, CountingDesk } from './CountingDesk.ts';
import type { Desk } from './desk.ts';
import { FinishArrival } from './FinishArrival.tsx';
import { SealInput } from './SealInput.tsx';
import '../parts/lines.css';
import './arrival.css';

/** The polling interval in milliseconds; several people may count the same waybill. */
const everyMs = 3000;

/** 收货台: counts what arrives by a waybill, and signs for it once its differences were seen. */
export default function ArrivalDesk({ row, onClose, onDone }: RowDialogProps<Pick<Arrival, 'id' | 'waybill_no'>>) {
  const { t } = useTranslation();
  const { id, waybill_no } = row;
  const queries = useQueryClient();
  const again = () => queries.invalidateQueries({ queryKey: [arrivalDesk.path, id] });
  const [counting] = useState(
    () =>
      new CountingDesk(
        callsFor(id),
        { onScan: ({ outcome }) => sound(outcome), place: keptDesk('arrival', id) },
        () => {
          void again();
        },
      ),
  );
  const [isAll, setAll] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: [arrivalDesk.path, id],
    queryFn: ({ signal }) => call(arrivalDesk, { id }, { signal }),
    refetchInterval: everyMs,
  });
  const close = () => {
    onDone();
    onClose();
  };
  const isFinishing = isAll || data?.state === 'completed';
  return (
    <DeskDialog title={t('arrival.title', { waybill: waybill_no })} width={1200} scans onClose={close}>
      {error && !data && <PartFailure of={{ error, refetch }} />}
      {!data && !error && <Skeleton active />}
      {data && (
        <>
          <DeskFacts desk={data} />
          {isFinishing ? (
            <FinishArrival
              desk={data}
              received={data.state === 'completed' ? 'counted' : 'all'}
              onBack={async () => {
                setAll(false);
                await again();
              }}
              onSigned={() => {
                onDone();
                onClose();
              }}
            />
          ) : (
            <div className="loading-station">
              <Station desk={data} counting={counting} again={again} onAll={() => setAll(true)} />
              <ArrivalLines desk={data} />
            </div>
          )}
        </>
      )}
    </DeskDialog>
  );
}

/** Who brings it from where, and who counts. */
function DeskFacts({ desk }: { readonly desk: Desk }) {
  const { t } = useTranslation();
  const facts = [
    [desk.from_name, desk.to_name].filter(Boolean).join(' → '),
    desk.carrier,
    desk.plate,
    desk.driver,
    desk.planned_day && t('arrival.expectedOn', { day: desk.planned_day }),
  ].filter(Boolean);
  return (
    <div className="arrival-facts">
      <span>{facts.join(' · ')}</span>
      <Space wrap>
        {desk.blind && <Tag color="purple">{t('arrival.blind')}</Tag>}
        {desk.damaged_zone && <Tag>{t('arrival.damagedTo', { zone: desk.damaged_zone })}</Tag>}
        {desk.people.length > 1 && <Tag color="blue">{t('arrival.people', { names: desk.people.join(', ') })}</Tag>}
        {desk.recounts > 0 && <Tag color="warning">{t('arrival.recounts', { count: desk.recounts })}</Tag>}
      </Space>
    </div>
  );
}

interface StationProps {
  readonly desk: Desk;
  readonly counting: CountingDesk;
  readonly again: () => Promise<void>;
  readonly onAll: () => void;
}

function Station({ desk, counting, again, onAll }: StationProps) {
  const { t } = useTranslation();
  const can = useCan();
  const field = useRef<InputRef>(null);
  const { isSingly, mine } = useStore(counting.store);
  const [isBusy, setBusy] = useState(false);
  const undo: DeskStep = { key: 'F2', text: 'arrival.undo', run: backTo(field, () => counting.undo()) };
  const singly: DeskStep = {
    key: 'F4',
    text: 'arrival.singly',
    run: backTo(field, () => counting.setSingly(!isSingly)),
  };
  useDeskSteps(field, [undo, singly]);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    // `call` has shown the error.
    await work().catch(() => undefined);
    await again();
    setBusy(false);
  };
  const isEmpty = desk.state === 'none';
  return (
    <div className="scan-desk">
      <Space wrap size="large">
        <LabelledSwitch checked={isSingly} onChange={(isOn) => counting.setSingly(isOn)}>
          {t(singly.text)}
          <StepKey of={singly.key} />
        </LabelledSwitch>
        <SoundSwitch />
      </Space>
      <DeskScans desk={counting} next={t(isSingly ? 'arrival.scanSingly' : 'arrival.scan')} field={field} />
      <SealInput desk={desk} again={again} />
      <div className="scan-do">
        <StepButton step={undo} disabled={mine.length === 0} />
        {!isEmpty && (
          <Popconfirm
            title={t('arrival.discardAsk')}
            okText={t('arrival.discard')}
            cancelText={t('datapage.cancel')}
            onConfirm={() => run(() => call(arrivalDiscard, { id: desk.id }))}
          >
            <Button danger disabled={isBusy}>
              {t('arrival.discard')}
            </Button>
          </Popconfirm>
        )}
        {isEmpty && !desk.blind && can('arrival:sign') && (
          <Button onClick={onAll} disabled={isBusy}>
            {t('arrival.all')}
          </Button>
        )}
        <Button
          type="primary"
          disabled={isBusy || isEmpty}
          onClick={() => run(() => call(arrivalComplete, { id: desk.id }))}
        >
          {t('arrival.complete')}
        </Button>
      </div>
      {desk.blind && <Alert type="info" showIcon title={t('arrival.blindAbout')} />}
      <ArrivalScans desk={desk} again={again} onUndo={(code) => counting.undo(code)} />
    </div>
  );
}

/** The desk shows what was refused, and why scans wait, instead of notices. */
const silently = { silent: true } as const;

const callsFor = (id: number): CountingCalls => ({
  scan: async (codes, batch_key, singly) =>
    (await call(arrivalScan, { id, codes: [...codes], singly, batch_key }, silently)).answers,
  undo: async (code) => {
    await call(arrivalUndo, { id, counted: code }, silently);
  },
});
