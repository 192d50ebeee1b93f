import { packable, packageTree, unpack, unpackings } from '@suyuan/contract/plant/packing/packing.ts';
import { Segmented, Space } from 'antd';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { notify } from '#core/notices/notices.ts';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { ScannedList } from '#ui/scan/desk/ScannedList.tsx';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { PackageView } from './contents/PackageView.tsx';
import { DeskScreen, useDeskScreen } from './DeskScreen.tsx';
import { UnpackChoice, type UnpackWay } from './UnpackChoice.ts';
import './packing.css';

const list = eventListOf(unpackings, { work_order_id: workOrderReference });

export const preload = firstRows(list);

/** 关联解除: takes codes out of their packages, or dissolves a package; with a history. */
export default function UnpackingScreen() {
  return (
    <EventScreen list={list} may="unrelevance1:add">
      <Unpacking />
    </EventScreen>
  );
}

const newChoice = (way: UnpackWay) =>
  new UnpackChoice(way, (codes) => call(packable, { codes: [...codes] }, { silent: true }), {
    onScan: ({ outcome }) => sound(outcome),
    place: keptDesk('unpack', way),
  });

/** A desk for each way, so that what was chosen for one is there again after the other. */
const newChoices = () => ({ children: newChoice('children'), parent: newChoice('parent') });

/** The way that something was kept for. */
const firstWay = ({ children, parent }: ReturnType<typeof newChoices>): UnpackWay =>
  children.state.resumed === undefined && parent.state.resumed !== undefined ? 'parent' : 'children';

function Unpacking() {
  const { t } = useTranslation();
  const [choices] = useState(newChoices);
  const [way, setWay] = useState(() => firstWay(choices));
  const choice = choices[way];
  const { scanned: chosenCodes } = useStore(choice.store);
  const lastChosen = chosenCodes.at(-1);
  const subject = way === 'parent' ? lastChosen?.code : (lastChosen?.lies_in ?? lastChosen?.code);
  const codes = chosenCodes.map(({ code }) => code);
  const state = useDeskScreen({
    desk: choice,
    hasScans: lastChosen !== undefined,
    text: way === 'parent' ? 'unrelevance1.dissolve' : 'unrelevance1.children',
    run:
      lastChosen &&
      ((reason, capture) =>
        capture({
          input: { ...(way === 'parent' ? { parent: lastChosen.code } : { children: codes }), reason },
          ask: (input) => call(unpack, input, { showsRefusals: true }),
          done: ({ packed }) => {
            sound('done');
            notify.success(t('unrelevance1.done', { count: packed }));
            choice.clear();
          },
          changes: [[unpackings.page.path], [packageTree.path]],
        })),
  });
  return (
    <DeskScreen
      desk={choice}
      state={state}
      next={way === 'parent' ? t('unrelevance1.scanParent') : t('unrelevance1.scanChildren')}
      way={way}
      head={
        <Space wrap size="large">
          <Segmented<UnpackWay>
            value={way}
            onChange={(other) => {
              setWay(other);
              state.forget();
              state.field.current?.focus();
            }}
            options={[
              { value: 'children', label: t('unrelevance1.children') },
              { value: 'parent', label: t('unrelevance1.parent') },
            ]}
          />
          <SoundSwitch />
        </Space>
      }
      usual={defaultReasons(t)}
      label={way === 'parent' ? t('unrelevance1.dissolve') : t('unrelevance1.takeOut', { count: codes.length })}
      danger
    >
      {way === 'children' && (
        <ScannedList
          scanned={chosenCodes}
          detailOf={({ lies_in }) =>
            lies_in === null ? t('packing.liesInNothing') : t('relevance.liesElsewhere', { parent: lies_in })
          }
          onRemove={(code) => choice.remove(code)}
        />
      )}
      {subject !== undefined && (
        <PackageView
          key={subject}
          code={subject}
          {...(way === 'children' ? { chosen: codes, onChoose: (next) => choice.choose(next, subject) } : {})}
        />
      )}
    </DeskScreen>
  );
}

const defaultReasons = (t: TFunction) => [
  t('packing.reason.leaking'),
  t('scan.damaged'),
  t('packing.reason.wrongGoods'),
  t('refund.result.rework'),
  t('packing.reason.sample'),
];
