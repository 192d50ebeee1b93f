import { packageTree, replace, replacements } from '@suyuan/contract/plant/packing/packing.ts';
import { Alert, Button } from 'antd';
import type { TFunction } from 'i18next';
import { Suspense, useState } from 'react';
import { useStore } from 'zustand';
import { call } from '#core/api/call.ts';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { notify } from '#core/notices/notices.ts';
import { useCan } from '#core/session/allowed.tsx';
import { firstRows } from '#ui/DataPage/state/listQuery.ts';
import { EventScreen } from '#ui/events/EventScreen.tsx';
import { eventListOf } from '#ui/events/eventListOf.tsx';
import { Fact } from '#ui/facts/Fact.tsx';
import { workOrderReference } from '#ui/pickers/plantReferences.ts';
import { keptDesk } from '#ui/scan/desk/KeptDesk.ts';
import { SoundSwitch } from '#ui/scan/ScanStatus.tsx';
import { sound } from '#ui/scan/sounds.ts';
import { PackageView } from './contents/PackageView.tsx';
import { DeskScreen, useDeskScreen } from './DeskScreen.tsx';
import { ReplacingDesk } from './ReplacingDesk.ts';
import './packing.css';

const ReprintLabel = later(() => import('./ReprintLabel.tsx'));

const list = eventListOf(replacements, { work_order_id: workOrderReference });

export const preload = firstRows(list);

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
    onScan: ({ outcome }) => sound(outcome),
    place: keptDesk('replace'),
  });

function Replacing() {
  const { t } = useTranslation();
  const can = useCan();
  const [desk] = useState(newDesk);
  /** The code that last took the place of another: its label may still have to be printed. */
  const [replacement, setReplacement] = useState<{ readonly code: string; readonly reason: string }>();
  const [isPrinting, setPrinting] = useState(false);
  const { old, successor } = useStore(desk.store);
  const hasScans = old !== '';
  const state = useDeskScreen({
    desk,
    hasScans,
    text: 'replace.run',
    run:
      hasScans && successor !== ''
        ? (reason, capture) =>
            capture({
              input: { old, new: successor, reason },
              ask: (input) => call(replace, input, { showsRefusals: true }),
              done: () => {
                notify.success(t('replace.done', { old, successor }));
                setReplacement({ code: successor, reason });
                desk.replaced();
              },
              changes: [[replacements.page.path], [packageTree.path]],
            })
        : undefined,
  });
  return (
    <DeskScreen
      desk={desk}
      state={state}
      next={hasScans ? t('replace.scanNew') : t('replace.scanOld')}
      head={<SoundSwitch />}
      scanned={
        hasScans && (
          <dl className="data-page-facts">
            <Fact title={t('replace.old')}>
              <code>{old}</code>
            </Fact>
            <Fact title={t('replace.new')}>{successor === '' ? '—' : <code>{successor}</code>}</Fact>
          </dl>
        )
      }
      usual={defaultReasons(t)}
    >
      {replacement && !hasScans && can('relevance:reprint') && (
        <Alert
          type="info"
          showIcon
          title={t('reprint.ofSuccessor', { code: replacement.code })}
          action={<Button onClick={() => setPrinting(true)}>{t('reprint.open')}</Button>}
        />
      )}
      <Suspense>
        {replacement && isPrinting && <ReprintLabel {...replacement} onClose={() => setPrinting(false)} />}
      </Suspense>
      {hasScans && <PackageView key={old} code={old} />}
    </DeskScreen>
  );
}

const defaultReasons = (t: TFunction) => [
  t('packing.reason.torn'),
  t('packing.reason.unreadable'),
  t('packing.reason.lost'),
];
