import { packageTree, replace, replacements } from '@suyuan/contract/plant/packing.ts';
import type { InputRef } from 'antd';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { useDeskReason } from '#ui/events/useDeskReason.ts';
import { Fact } from '#ui/facts/Fact.tsx';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { keptDesk } from '#ui/scan/kept/KeptDesk.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { StepButton } from '#ui/scan/StepButton.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { PackageView } from './contents/PackageView.tsx';
import { ReplacingDesk } from './ReplacingDesk.ts';
import './packing.css';

const list = eventListOf(replacements, { work_order_id: workOrderReference });

export const first = firstRows(list);

/** 关联替换: replaces an unreadable code by a new one; with a history. */
export default function ReplacingScreen() {
  return (
    <EventScreen list={list} may="replace:add">
      <Replacing />
    </EventScreen>
  );
}

const newDesk = () =>
  new ReplacingDesk(async (code) => (await call(packageTree, { code }, { silent: true })).code, {
    tell: ({ outcome }) => sound(outcome),
    place: keptDesk('replace'),
  });

function Replacing() {
  const { t } = useTranslation();
  const field = useRef<InputRef>(null);
  const [desk] = useState(newDesk);
  const { old, successor } = useStore(desk.store);
  const why = useDeskReason(desk);
  const { act: event, isBusy, refusals, forget } = useDeskEvent(field, desk);
  const isReady = !isBusy && old !== '' && successor !== '';
  const run = () => {
    if (!isReady || !why.isGiven()) return;
    event({
      input: { old, new: successor, reason: why.text },
      ask: (input) => call(replace, input, { showsRefusals: true }),
      done: () => {
        notify.success(t('replace.done', { old, successor }));
        desk.replaced();
        why.entered.done();
      },
      changes: [[replacements.page.path], [packageTree.path]],
    });
  };
  const undo: DeskStep = {
    key: 'F2',
    text: 'relevance.undoScan',
    run: backTo(field, () => {
      desk.undoScan();
      forget();
    }),
  };
  const doIt: DeskStep = { key: 'F4', text: 'replace.run', run };
  useDeskSteps(field, [undo, doIt]);
  return (
    <div className="scan-desk">
      <Unsaved changed={why.entered.changed} />
      <SoundSwitch />
      <DeskScans desk={desk} next={old === '' ? t('replace.scanOld') : t('replace.scanNew')} field={field} />
      {old !== '' && (
        <dl className="data-page-facts">
          <Fact title={t('replace.old')}>
            <code>{old}</code>
          </Fact>
          <Fact title={t('replace.new')}>{successor === '' ? '—' : <code>{successor}</code>}</Fact>
        </dl>
      )}
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput
          usual={defaultReasons(t)}
          value={why.text}
          onChange={why.setText}
          scansIn={field}
          field={why.field}
        />
        <StepButton step={undo} disabled={old === ''} />
        <StepButton step={doIt} type="primary" disabled={!isReady} />
      </div>
      {old !== '' && <PackageView key={old} code={old} />}
    </div>
  );
}

const defaultReasons = (t: TFunction) => [
  t('packing.reason.torn'),
  t('packing.reason.unreadable'),
  t('packing.reason.lost'),
];
