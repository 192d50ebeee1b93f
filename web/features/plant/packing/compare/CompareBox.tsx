import { Alert, Button, type InputRef, Space } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, useRef, useState } from 'react';
import { packable, packageTree, repack } from '../../../../../contract/plant/packing.ts';
import { call } from '../../../../core/api/call.ts';
import { useTranslation } from '../../../../core/i18n/useTranslation.ts';
import { notify } from '../../../../core/notices/notices.ts';
import { useCan } from '../../../../core/session/allowed.tsx';
import { ReasonInput } from '../../../../ui/acts/ReasonInput.tsx';
import { RefusalList } from '../../../../ui/acts/RefusalList.tsx';
import { useDeskAct } from '../../../../ui/acts/useDeskAct.ts';
import { Unsaved } from '../../../../ui/edit/unsavedScope.tsx';
import { DeskScans } from '../../../../ui/scan/desk/DeskScans.tsx';
import { useStore } from '../../../../ui/scan/desk/Store.ts';
import { SoundSwitch } from '../../../../ui/scan/ScanStatus.tsx';
import { sound } from '../../../../ui/scan/sounds.ts';
import { BoxCount, type CountState, comparedIn } from './BoxCount.ts';

const newCount = () =>
  new BoxCount(
    {
      record: (code) => call(packageTree, { code }, { silent: true }),
      judge: (codes) => call(packable, { codes: [...codes] }, { silent: true }),
    },
    ({ outcome }) => sound(outcome),
  );

/** 核对: what is in a box, scan by scan, against what is on record; set right by one press. */
export function CompareBox() {
  const { t } = useTranslation();
  const [count] = useState(newCount);
  const field = useRef<InputRef>(null);
  const state = useStore(count);
  const { record, counted } = state;
  const { missing, extra } = comparedIn(state);
  const andBack = (work: () => void) => () => {
    work();
    field.current?.focus();
  };
  const next = record ? t('relevance.scanContents') : t('relevance.scanBox');
  const undo = andBack(() => count.undoScan());
  return (
    <div className="scan-desk">
      <Unsaved changed={counted.length > 0 && missing.length + extra.length > 0} />
      <DeskScans desk={count} next={next} field={field} keys={{ F2: undo }} />
      <Space wrap>
        <Button disabled={counted.length === 0} onClick={undo}>
          {t('relevance.undoScan')} (F2)
        </Button>
        <Button disabled={!record} onClick={andBack(() => count.startAgain())}>
          {t('relevance.nextBox')}
        </Button>
        <SoundSwitch />
      </Space>
      {record && (
        <>
          <h2>
            <code>{record.code}</code> {record.product_name} {record.lot}
          </h2>
          <Compared state={state} />
          <SetRight key={record.code} state={state} onDone={() => andBack(() => count.readAgain(record.code))()} />
        </>
      )}
    </div>
  );
}

function Compared({ state }: { state: CountState }) {
  const { t } = useTranslation();
  const { missing, extra, right } = comparedIn(state);
  return (
    <div className="compared">
      <Part tone="error" title={t('relevance.missing', { count: missing.length })}>
        {missing.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Part>
      <Part tone="warning" title={t('relevance.extra', { count: extra.length })}>
        {extra.map(({ code, liesIn }) => (
          <li key={code}>
            <code>{code}</code> {liesIn !== null && <small>{t('relevance.liesElsewhere', { parent: liesIn })}</small>}
          </li>
        ))}
      </Part>
      <Part tone="success" title={t('relevance.right', { count: right.length })}>
        {right.map(({ code }) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Part>
    </div>
  );
}

function Part({ tone, title, children }: { tone: string; title: string; children: ReactNode }) {
  return (
    <section className={`compared-part compared-${tone}`} aria-label={title}>
      <h3>{title}</h3>
      <ul className="scanned-list">{children}</ul>
    </section>
  );
}

/** Puts on record what was counted. */
function SetRight({ state, onDone }: { state: CountState; onDone: () => void }) {
  const { t } = useTranslation();
  const can = useCan();
  const [reason, setReason] = useState<string>(t('packing.reason.counted'));
  const { record, counted } = state;
  const { act, isBusy, refusals } = useDeskAct();
  const { missing, extra } = comparedIn(state);
  const isRight = missing.length === 0 && extra.length === 0;
  if (!record || !can('relevance:pack')) return null;
  if (isRight) return <Alert type="success" showIcon title={t('relevance.agrees')} />;
  if (record.work_order_id === null) return <Alert type="info" showIcon title={t('relevance.noPackage')} />;
  const { work_order_id } = record;
  const contents = counted.map(({ code }) => code);
  const setRight = () =>
    act({
      input: { work_order_id, parent: record.code, contents, reason },
      ask: (input) => call(repack, input, { showsRefusals: true }),
      done: () => {
        notify.success(t('relevance.setRightDone'));
        onDone();
      },
    });
  return (
    <div className="scan-do">
      <ReasonInput usual={usualReasons(t)} value={reason} onChange={setReason} />
      <Button type="primary" disabled={isBusy || reason.trim() === ''} onClick={setRight}>
        {t('relevance.setRight')}
      </Button>
      <RefusalList refusals={refusals} />
    </div>
  );
}

/** Why it usually is. */
const usualReasons = (t: TFunction) => [t('packing.reason.counted'), t('packing.reason.wrongScan')];
