import { type LotSample, lotSamples } from '@suyuan/contract/plant/lot/sample-plan.ts';
import { workOrderReconciliation } from '@suyuan/contract/plant/order/work-order.ts';
import {
  codesReject,
  codesSample,
  codesScrap,
  codesUnmark,
  type DeskMark,
  deskMarks,
} from '@suyuan/contract/plant/packing/marking.ts';
import { eventHistory, type PackableCode, packable } from '@suyuan/contract/plant/packing/packing.ts';
import { type RefSelectProps, Segmented } from 'antd';
import type { TFunction } from 'i18next';
import { useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useNumbers } from '#core/formats/useNumbers.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { EventHistory } from '#ui/history/EventHistory.tsx';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import type { DeskParts } from '#ui/scan/desk/ScanDesk.ts';
import type { Looked } from '#ui/scan/desk/ScannedCodes.ts';
import { ScannedList } from '#ui/scan/desk/ScannedList.tsx';
import { notTaken } from '#ui/scan/lastScan.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { samplesFor, useLotSamples } from '../sample/useLotSamples.ts';
import { useUsualCauses } from '../usePlantItems.ts';
import { type ChosenCode, ChosenCodes } from './ChosenCodes.ts';
import { DeskScreen, useDeskScreen } from './DeskScreen.tsx';
import { useOrderInAddress } from './useWorkOrder.ts';
import { WorkOrderChoice } from './WorkOrderChoice.tsx';

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
    { onScan: ({ outcome }) => sound(outcome), place: keptDesk('mark', `${ask.kind}-${ask.order ?? ''}`) },
  );

/** 报废, 抽样, 剔除 of labels and products for a work order, by scanning; and taking them back. */
export function MarkCodes() {
  const { t } = useTranslation();
  const can = useCan();
  const kinds: readonly MarkKind[] = [...deskMarks.filter((mark) => can(`relevance:${mark}`)), 'unmark'];
  const [order, setOrder] = useOrderInAddress();
  const [kind, setKind] = useState<MarkKind>(kinds[0] ?? 'unmark');
  const usual = useUsualCauses(kind === 'unmark' ? undefined : kind, defaultCauses(t, kind));
  const ofLot = useLotSamples(kind === 'sample' ? order : undefined).data?.samples ?? [];
  const samples = samplesFor(ofLot, order);
  const picker = useRef<RefSelectProps>(null);
  const choice = useMemo(() => newChoice({ kind, order }), [kind, order]);
  const { scanned } = useStore(choice.store);
  const needsOrder = kind !== 'unmark' && order === undefined;
  const state = useDeskScreen({
    desk: choice,
    hasScans: scanned.length > 0,
    text: textOf(kind),
    run:
      scanned.length === 0 || needsOrder
        ? undefined
        : (reason, capture) => {
            const input = { codes: scanned.map(({ code }) => code), reason: reason.trim() };
            capture({
              input: kind === 'unmark' ? input : { ...input, work_order_id: order as number, moving },
              ask: (request) =>
                kind === 'unmark'
                  ? call(codesUnmark, request, { showsRefusals: true })
                  : call(calls[kind], request as Parameters<typeof call<typeof codesScrap>>[1], {
                      showsRefusals: true,
                    }),
              done: ({ marked }) => {
                sound('done');
                notify.success(t(`marking.done.${kind}`, { count: marked }));
                choice.clear();
              },
              changes: [[eventHistory.path], [workOrderReconciliation.path], [lotSamples.path]],
            });
          },
  });
  const backToScans = () => state.field.current?.focus();
  return (
    <DeskScreen
      desk={choice}
      state={state}
      next={needsOrder ? t('marking.noOrder') : t('marking.scan')}
      head={
        <>
          <div className="desk-head packing-order">
            <Segmented<MarkKind>
              value={kind}
              onChange={(other) => {
                setKind(other);
                // A cause of one kind is none of another.
                state.reason.setText('');
                state.forget();
                backToScans();
              }}
              options={kinds.map((value) => ({ value, label: t(textOf(value)) }))}
            />
            {kind !== 'unmark' && (
              <WorkOrderChoice
                order={order}
                onChoose={(other) => {
                  setOrder(other);
                  backToScans();
                }}
                picker={picker}
                onLeave={backToScans}
              />
            )}
            <SoundSwitch />
          </div>
          <p className="marking-hint">{t(`marking.hint.${kind}`)}</p>
          <SamplesTaken samples={samples} />
        </>
      }
      losesScans
      usual={[
        // Samples count for the tests of the plan by their purpose.
        ...samples.map(({ test_name }) => test_name),
        ...usual,
      ]}
      label={t(`marking.do.${kind}`, { count: scanned.length })}
      danger={kind === 'scrap'}
    >
      <ScannedList
        scanned={scanned}
        detailOf={({ lies_in }) =>
          lies_in === null ? t('packing.liesInNothing') : t('marking.takenOut', { parent: lies_in })
        }
        onRemove={(code) => choice.remove(code)}
      />
      {kind !== 'unmark' && <EventHistory of={eventHistory} input={historyOf(kind, order)} />}
    </DeskScreen>
  );
}

/** Which samples the plan asks of the lot, and how many of them were taken. */
function SamplesTaken({ samples }: { readonly samples: readonly LotSample[] }) {
  const { t } = useTranslation();
  const { count } = useNumbers();
  if (samples.length === 0) return null;
  return (
    <ul className="order-packers" aria-label={t('menu.sampleplan')}>
      {samples.map(({ plan_id, test_name, point, taken, required }) => (
        <li key={plan_id}>
          <strong>{test_name}</strong> {t(`sampleplan.point.${point}`)} {count(taken)} / {count(required)}
        </li>
      ))}
    </ul>
  );
}

const historyOf = (eventType: DeskMark, order: number | undefined) => ({
  act: eventType,
  ...(order === undefined ? {} : { work_order_id: order }),
});

/** The usual causes of each event: rejects are counted by them, so the same words count together. */
function defaultCauses(t: TFunction, kind: MarkKind): string[] {
  switch (kind) {
    case 'scrap':
      return [
        t('packing.reason.torn'),
        t('packing.reason.unreadable'),
        t('marking.cause.misprinted'),
        t('scan.damaged'),
        t('packing.reason.leaking'),
      ];
    case 'sample':
      return [t('marking.cause.laboratory'), t('marking.cause.retained'), t('marking.cause.authority')];
    case 'reject':
      return [
        t('packing.reason.unreadable'),
        t('packing.reason.leaking'),
        t('marking.cause.volume'),
        t('marking.cause.cap'),
        t('marking.cause.looks'),
        t('scan.damaged'),
      ];
    default:
      return [t('packing.reason.wrongScan'), t('marking.cause.notDone')];
  }
}

/** What is done to the scanned codes: a mark, or taking one back. */
type MarkKind = DeskMark | 'unmark';

/** What a scan is judged by. */
interface MarkAsk {
  readonly kind: MarkKind;
  readonly order: number | undefined;
}

/** The codes that are to be scrapped, sampled or rejected, or whose mark is taken back, each judged as it is scanned. */
class MarkChoice extends ChosenCodes {
  constructor(
    ask: MarkAsk,
    judge: (codes: readonly string[], ask: MarkAsk) => Promise<readonly PackableCode[]>,
    parts: DeskParts,
  ) {
    super(async (codes) => (await judge(codes, ask)).map(lookedAt), parts);
  }
}

const lookedAt = (one: PackableCode): Looked<ChosenCode> =>
  one.code === null || one.refusals.length > 0
    ? { wrong: notTaken(one) }
    : { found: { code: one.code, lies_in: one.lies_in } };
