import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutputOf } from '../../../../contract/call/call.ts';
import { inspectAdd, inspectRecord } from '../../../../contract/inspect/inspect-record.ts';
import { ApiError } from '../../../core/api/apiError.ts';
import { later } from '../../../core/loading/later.tsx';
import { notify } from '../../../core/notices/notices.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { AreaPicker } from '../../../ui/area/AreaPicker.tsx';
import { CodeField } from '../../../ui/code/CodeField.tsx';
import { CameraButton } from '../../../ui/code/camera/Camera.tsx';
import { isAtDesk } from '../../../ui/code/isAtDesk.ts';
import { Unsaved } from '../../../ui/edit/unsavedScope.tsx';
import { useEntered } from '../../../ui/edit/useEntered.ts';
import { textLimit } from '../../../ui/limits.ts';
import { ReferenceSelect } from '../../../ui/pickers/ReferenceSelect.tsx';
import { dealerReference } from '../../../ui/pickers/references/dealerReference.ts';
import { OfflineNotice } from '../outbox/OfflineNotice.tsx';
import { useOutbox } from '../outbox/useOutbox.ts';
import { WaitingNotice } from '../outbox/WaitingNotice.tsx';
import { type PhonePlace, PlaceInput } from '../PlaceInput.tsx';
import { InspectResult } from './InspectResult.tsx';
import '../../../ui/DataPage/dataPage.css';
import '../inspect.css';

const TornSearch = later(() => import('./TornSearch.tsx'));

/** One inspection after the other: the place and the dealer stay as they are, a shop has many bottles. */
export function InspectDesk() {
  const { t } = useTranslation();
  const can = useCan();
  const queries = useQueryClient();
  const outbox = useOutbox();
  const [code, setCode] = useState('');
  const [place, setPlace] = useState<PhonePlace>();
  const [area, setArea] = useState<string>();
  const [dealer, setDealer] = useState<number>();
  const [note, setNote] = useState('');
  const [inspected, setInspected] = useState('');
  const about = useEntered({ area, dealer, place });
  const [isBusy, setBusy] = useState(false);
  const [isFilming, setFilming] = useState(false);
  const scanned = useRef<HTMLDivElement>(null);
  const [result, setResult] = useState<OutputOf<typeof inspectAdd>>();
  const isTorn = code.includes('?') || code.includes('？');
  const isCodeLeft = !isTorn && code.trim() !== '' && code.trim() !== inspected;
  const inspect = async (text: string) => {
    if (text.includes('?') || text.includes('？') || !can('inspectrecord:add')) return;
    setBusy(true);
    setResult(undefined);
    try {
      const found = {
        code: text.trim(),
        ...(area ? { area_code: area } : {}),
        ...(place ? { position: place } : {}),
        ...(dealer ? { dealer_id: dealer } : {}),
        ...(note.trim() ? { note: note.trim() } : {}),
      };
      const answer = await outbox.inspect(found);
      setNote('');
      setInspected(found.code);
      about.done();
      if (answer) {
        setResult(answer);
        void queries.invalidateQueries({ queryKey: [inspectRecord.page.path] });
      } else {
        setCode('');
        notify.info(t('inspectrecord.kept'));
      }
    } catch (error) {
      // The code stays to be sent again.
      notify.error(error instanceof ApiError ? error.message : t('forensics.notKept'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="data-page-panel inspect-page" aria-label={t('inspectrecord.desk')}>
      <Unsaved changed={isCodeLeft || note.trim() !== '' || about.changed} />
      <OfflineNotice />
      <WaitingNotice of="inspections" />
      <div className="inspect-desk">
        <div className="wide" ref={scanned}>
          <CodeField
            size="large"
            autoFocus={isAtDesk()}
            label={t('inspectrecord.scan')}
            value={code}
            filming={isFilming}
            onFilming={setFilming}
            onChange={setCode}
            onCode={(one) => void inspect(one)}
          />
        </div>
        <div className="wide">
          <PlaceInput value={place} onChange={setPlace} />
        </div>
        <label htmlFor="inspect-area">
          <span>{t('inspectrecord.areaFound')}</span>
          <AreaPicker
            id="inspect-area"
            value={area}
            onChange={(value) => setArea((value as string | null) ?? undefined)}
          />
        </label>
        <label htmlFor="inspect-dealer">
          <span>{t('inspectrecord.dealer')}</span>
          <ReferenceSelect
            id="inspect-dealer"
            reference={dealerReference}
            value={dealer ?? null}
            onChange={setDealer}
          />
        </label>
        <label htmlFor="inspect-note" className="wide">
          <span>{t('field.note')}</span>
          <Input.TextArea
            id="inspect-note"
            autoSize={{ minRows: 1, maxRows: 4 }}
            value={note}
            {...textLimit(inspectAdd, 'note')}
            onChange={(event) => setNote(event.target.value)}
          />
        </label>
        {can('inspectrecord:add') && !isTorn && (
          <div className="wide inspect-do">
            <CameraButton
              className="inspect-camera"
              size="large"
              isFilming={isFilming}
              onFilming={(isOn) => {
                setFilming(isOn);
                scanned.current?.scrollIntoView({ block: 'start' });
              }}
            />
            <Button
              type="primary"
              size="large"
              loading={isBusy}
              disabled={code.trim() === ''}
              onClick={() => void inspect(code)}
            >
              {t('inspectrecord.inspect')}
            </Button>
          </div>
        )}
      </div>
      {isTorn && can('inspectrecord:torn') ? (
        <Suspense>
          <TornSearch pattern={code} area={area} dealer={dealer} onChoose={setCode} />
        </Suspense>
      ) : (
        result && <InspectResult result={result} />
      )}
      <p className="inspect-hint">{t('inspectrecord.tornHint')}</p>
    </section>
  );
}
