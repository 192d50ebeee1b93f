import type { TaskStop } from '@suyuan/contract/inspect/task/inspect-task.ts';
import { isTorn } from '@suyuan/contract/inspect/task/torn.ts';
import { Alert, Button } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { later } from '#core/loading/later.tsx';
import { useCan } from '#core/session/allowed.tsx';
import { CodeField } from '#ui/code/CodeField.tsx';
import { CameraButton } from '#ui/code/camera/Camera.tsx';
import { isAtDesk } from '#ui/code/isAtDesk.ts';
import { Unsaved } from '#ui/edit/unsavedScope.tsx';
import { useEntered } from '#ui/edit/useEntered.ts';
import { Panel } from '#ui/Panel.tsx';
import { OfflineNotice } from '../outbox/OfflineNotice.tsx';
import { WaitingNotice } from '../outbox/WaitingNotice.tsx';
import { type Circumstances, CircumstancesInput } from './CircumstancesInput.tsx';
import { InspectResult } from './InspectResult.tsx';
import { useInspecting } from './useInspecting.ts';
import '#ui/DataPage/dataPage.css';
import '../inspect.css';

const TornSearch = later(() => import('./TornSearch.tsx'));

/**
 * A desk for inspecting codes one after the other, at a stop of a task if one was chosen. Place and dealer stay for the next code, because
 * a shop has many bottles.
 */
export function InspectDesk({ stop }: { readonly stop?: TaskStop | undefined }) {
  const { t } = useTranslation();
  const can = useCan();
  const [code, setCode] = useState('');
  const [about, setAbout] = useState<Circumstances>({
    place: undefined,
    area: stop?.area_code ?? undefined,
    dealer: stop?.dealer_id ?? undefined,
    note: '',
  });
  const change = (more: Partial<Circumstances>) => setAbout((now) => ({ ...now, ...more }));
  const { note, ...staying } = about;
  const entry = useEntered(staying);
  const [inspectedCode, setInspectedCode] = useState('');
  const [isFilming, setFilming] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const { isBusy, result, inspect } = useInspecting((one, isAnswered) => {
    change({ note: '' });
    setInspectedCode(one);
    entry.done();
    if (!isAnswered) setCode('');
  });
  const isCodeLeft = !isTorn(code) && code.trim() !== '' && code.trim() !== inspectedCode;
  return (
    <Panel className="inspect-page" aria-label={t('inspectrecord.desk')}>
      <Unsaved changed={isCodeLeft || note.trim() !== '' || entry.changed} />
      {stop && <Alert type="info" showIcon title={t('inspecttask.inspecting', { stop: stop.name })} />}
      <OfflineNotice />
      <WaitingNotice of="inspections" />
      <div className="inspect-desk">
        <div className="wide" ref={container}>
          <CodeField
            size="large"
            autoFocus={isAtDesk()}
            label={t('inspectrecord.scan')}
            value={code}
            filming={isFilming}
            onFilming={setFilming}
            onChange={setCode}
            onCode={(one) => void inspect(one, about, stop?.id)}
          />
        </div>
        <CircumstancesInput value={about} onChange={change} />
        {can('inspectrecord:add') && !isTorn(code) && (
          <div className="wide inspect-do">
            <CameraButton
              className="inspect-camera"
              size="large"
              isFilming={isFilming}
              onFilming={(isOn) => {
                setFilming(isOn);
                container.current?.scrollIntoView({ block: 'start' });
              }}
            />
            <Button
              type="primary"
              size="large"
              loading={isBusy}
              disabled={code.trim() === ''}
              onClick={() => void inspect(code, about, stop?.id)}
            >
              {t('inspectrecord.inspect')}
            </Button>
          </div>
        )}
      </div>
      {isTorn(code) && can('inspectrecord:torn') ? (
        <Suspense>
          <TornSearch pattern={code} area={about.area} dealer={about.dealer} onChoose={setCode} />
        </Suspense>
      ) : (
        result && <InspectResult result={result} about={about} />
      )}
      <p className="inspect-hint">{t('inspectrecord.tornHint')}</p>
    </Panel>
  );
}
