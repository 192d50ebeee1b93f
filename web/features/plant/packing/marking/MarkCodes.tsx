import {
  codesReject,
  codesSample,
  codesScrap,
  codesUnmark,
  type DeskMark,
  deskMarks,
} from '@suyuan/contract/plant/marking.ts';
import { eventHistory, packable } from '@suyuan/contract/plant/packing.ts';
import { workOrderReconciliation } from '@suyuan/contract/plant/work-order.ts';
import { type InputRef, type RefSelectProps, Segmented } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { ReasonInput } from '#ui/events/ReasonInput.tsx';
import { RefusalList } from '#ui/events/RefusalList.tsx';
import { useDeskEvent } from '#ui/events/useDeskEvent.ts';
import { useDeskReason } from '#ui/events/useDeskReason.ts';
import { EventHistory } from '#ui/history/EventHistory.tsx';
import { DeskScans } from '#ui/scan/desk/DeskScans.tsx';
import { ScannedList } from '#ui/scan/desk/ScannedList.tsx';
import { backTo, type DeskStep, useDeskSteps } from '#ui/scan/deskSteps.ts';
import { keptDesk } from '#ui/scan/kept/KeptDesk.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { StepButton } from '#ui/scan/StepButton.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { useOrderInAddress } from '../useOrderInAddress.ts';
import { WorkOrderChoice } from '../WorkOrderChoice.tsx';
import { defaultCauses } from './defaultCauses.ts';
import { type MarkAsk, MarkChoice, type MarkKind } from './MarkChoice.ts';

const textOf = (kind: MarkKind) => (kind === 'unmark' ? 'marking.unmark' : (`button.${kind}` as const));

const calls = { scrap: codesScrap, sample: codesSample, reject: codesReject };

/** Codes in a package are taken out of it first: what is scrapped or taken as a sample does not lie there any more. */
const moving = true;

/** A desk for each kind and order: what was scanned for another is not meant for this one, and is there again after it. */
const newChoice = (ask: MarkAsk) =>
  new MarkChoice(
    ask,
    (codes, { kind, order }) =>
      call(
        packable,
        kind === 'unmark' || order === undefined
          ? { codes: [...codes] }
          : { codes: [...codes], work_order_id: order, mark: kind, moving },
        { silent: true },
      ),
    { tell: ({ outcome }) => sound(outcome), place: keptDesk('mark', `${ask.kind}-${ask.order ?? ''}`) },
  );

/** 报废, 抽样, 剔除 of labels and products for a work order, by scanning; and taking them back. */
export function MarkCodes() {
  const { t } = useTranslation();
  const can = useCan();
  const kinds: readonly MarkKind[] = [...deskMarks.filter((mark) => can(`relevance:${mark}`)), 'unmark'];
  const [order, setOrder] = useOrderInAddress();
  const [kind, setKind] = useState<MarkKind>(kinds[0] ?? 'unmark');
  const field = useRef<InputRef>(null);
  const picker = useRef<RefSelectProps>(null);
  const choice = useMemo(() => newChoice({ kind, order }), [kind, order]);
  const { scanned } = useStore(choice.store);
  const why = useDeskReason(choice);
  const { act: event, isBusy, refusals, forget } = useDeskEvent(field, choice);
  const needsOrder = kind !== 'unmark' && order === undefined;
  const isReady = !isBusy && scanned.length > 0 && !needsOrder;
  const run = () => {
    if (!isReady || !why.isGiven()) return;
    const input = { codes: scanned.map(({ code }) => code), reason: why.text.trim() };
    event({
      input: kind === 'unmark' ? input : { ...input, work_order_id: order as number, moving },
      ask: (keyed) =>
        kind === 'unmark'
          ? call(codesUnmark, keyed, { showsRefusals: true })
          : call(calls[kind], keyed as Parameters<typeof call<typeof codesScrap>>[1], { showsRefusals: true }),
      done: ({ marked }) => {
        sound('done');
        notify.success(t(`marking.done.${kind}`, { count: marked }));
        choice.clear();
        why.entered.done();
      },
      changes: [[eventHistory.path], [workOrderReconciliation.path]],
    });
  };
  const undo: DeskStep = {
    key: 'F2',
    text: 'relevance.undoScan',
    run: backTo(field, () => {
      choice.undoScan();
      forget();
    }),
  };
  const doIt: DeskStep = { key: 'F4', text: textOf(kind), run };
  useDeskSteps(field, [undo, doIt]);
  return (
    <div className="scan-desk">
      <Unsaved changed={scanned.length > 0 || why.entered.changed} />
      <div className="desk-head packing-order">
        <Segmented<MarkKind>
          value={kind}
          onChange={(other) => {
            setKind(other);
            // A cause of one kind is none of another.
            why.setText('');
            forget();
            field.current?.focus();
          }}
          options={kinds.map((value) => ({ value, label: t(textOf(value)) }))}
        />
        {kind !== 'unmark' && (
          <WorkOrderChoice
            order={order}
            onChoose={(other) => {
              setOrder(other);
              field.current?.focus();
            }}
            picker={picker}
            onLeave={() => field.current?.focus()}
          />
        )}
        <SoundSwitch />
      </div>
      <p className="marking-hint">{t(`marking.hint.${kind}`)}</p>
      <DeskScans desk={choice} next={needsOrder ? t('marking.noOrder') : t('marking.scan')} field={field} />
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput
          usual={defaultCauses(t, kind)}
          value={why.text}
          onChange={why.setText}
          scansIn={field}
          field={why.field}
        />
        <StepButton step={undo} disabled={scanned.length === 0} />
        <StepButton step={doIt} type="primary" danger={kind === 'scrap'} disabled={!isReady}>
          {t(`marking.do.${kind}`, { count: scanned.length })}
        </StepButton>
      </div>
      <ScannedList
        scanned={scanned}
        detailOf={({ lies_in }) =>
          lies_in === null ? t('packing.liesInNothing') : t('marking.takenOut', { parent: lies_in })
        }
        onRemove={(code) => choice.remove(code)}
      />
      {kind !== 'unmark' && <EventHistory of={eventHistory} asked={historyOf(kind, order)} />}
    </div>
  );
}

const historyOf = (eventType: DeskMark, order: number | undefined) => ({
  act: eventType,
  ...(order === undefined ? {} : { work_order_id: order }),
});
