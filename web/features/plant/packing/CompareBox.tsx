import { eventHistory, packable, packageTree, repack } from '@suyuan/contract/plant/packing/packing.ts';
import { Alert, type InputRef, Space } from 'antd';
import type { TFunction } from 'i18next';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { listText } from '#core/i18n/listText.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { useCan } from '#core/session/allowed.tsx';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { StepButton } from '#ui/scan/StepButton.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { BoxCount, type CountState, comparedIn, isAsRecorded } from './BoxCount.ts';
import type { PackageFacts } from './contents/PackageView.tsx';

const newCount = () =>
  new BoxCount(
    {
      record: (code) => call(packageTree, { code }, { silent: true }),
      judge: (codes) => call(packable, { codes: [...codes] }, { silent: true }),
    },
    { onScan: ({ outcome }) => sound(outcome), place: keptDesk('compare') },
  );

/** 核对: compares the contents of a package with its record, scan by scan, and corrects the record by one button. */
export function CompareBox() {
  const { t } = useTranslation();
  const [count] = useState(newCount);
  const field = useRef<InputRef>(null);
  const state = useStore(count.store);
  const { record, counted } = state;
  const undo: DeskStep = { key: 'F2', text: 'relevance.undoScan', run: backTo(field, () => count.undoScan()) };
  const nextBox: DeskStep = { key: 'F7', text: 'relevance.nextBox', run: backTo(field, () => count.startAgain()) };
  useDeskSteps(field, [undo, nextBox]);
  const next = record ? t('relevance.scanContents') : t('relevance.scanBox');
  return (
    <div className="scan-desk">
      <DeskScans desk={count} next={next} field={field} />
      <Space wrap>
        <StepButton step={undo} disabled={counted.length === 0} />
        <StepButton step={nextBox} disabled={!record} />
        <SoundSwitch />
      </Space>
      {record && (
        <>
          <CountedOf state={state} record={record} />
          <SetRight
            key={record.code}
            state={state}
            record={record}
            field={field}
            onDone={() => count.readAgain(record.code)}
          />
          <Compared state={state} />
        </>
      )}
    </div>
  );
}

interface ComparedBox {
  readonly state: CountState;
  readonly record: PackageFacts;
}

/** The package, and how many of the recorded codes were counted. */
function CountedOf({ state, record }: ComparedBox) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  return (
    <section aria-label={t('relevance.compared')}>
      <h2>
        {listText(t, 'packing', `level.${record.level}`)} <code>{record.code}</code> {record.product_name} {record.lot}
      </h2>
      <p className="scan-count">
        <strong>{count(comparedIn(state).right.length)}</strong>
        <span> / {count(record.children.length)}</span>
      </p>
    </section>
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
            <code>{code}</code> {liesIn !== null && <small>{t('relevance.takenFrom', { parent: liesIn })}</small>}
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

interface SetRightProps extends ComparedBox {
  readonly field: RefObject<InputRef | null>;
  readonly onDone: () => void;
}

/** Corrects the record to what was counted, if anything was. */
function SetRight({ state, record, field, onDone }: SetRightProps) {
  const { t } = useTranslation();
  const may = useCan()('relevance:pack');
  const [reason, setReason] = useState<string>(t('packing.reason.counted'));
  const { capture, isBusy, refusals } = useDeskEvent(field);
  const { work_order_id } = record;
  const { counted } = state;
  const isOff = counted.length > 0 && !isAsRecorded(state);
  const mayNow = isOff && may && !isBusy && reason.trim() !== '';
  const run = () => {
    if (!mayNow || work_order_id === null) return;
    const contents = counted.map(({ code }) => code);
    capture({
      input: { work_order_id, parent: record.code, contents, reason },
      ask: (input) => call(repack, input, { showsRefusals: true }),
      done: onDone,
      changes: [[eventHistory.path], [packageTree.path]],
    });
  };
  const setRight: DeskStep = { key: 'F4', text: 'relevance.setRight', run };
  useDeskSteps(field, [setRight]);
  if (isAsRecorded(state)) return <Alert type="success" showIcon title={t('scan.agrees')} />;
  if (!isOff || !may) return null;
  if (work_order_id === null) return <Alert type="info" showIcon title={t('scan.noPackage')} />;
  return (
    <>
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput usual={defaultReasons(t)} value={reason} onChange={setReason} scansIn={field} />
        <StepButton step={setRight} type="primary" disabled={!mayNow} />
      </div>
    </>
  );
}

const defaultReasons = (t: TFunction) => [t('packing.reason.counted'), t('packing.reason.wrongScan')];
