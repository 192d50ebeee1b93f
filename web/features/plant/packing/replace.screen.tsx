import { useQueryClient } from '@tanstack/react-query';
import { Button, type InputRef } from 'antd';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { actHistory, packageTree, replace } from '../../../../contract/plant/packing.ts';
import type { ActRefusal } from '../../../../contract/trace/refusal.ts';
import { call } from '../../../core/api/call.ts';
import { notify } from '../../../core/notices/notices.ts';
import { useCan } from '../../../core/session/allowed.tsx';
import { Unsaved } from '../../../ui/edit/unsavedScope.tsx';
import { ActHistory } from '../../../ui/history/ActHistory.tsx';
import { ReasonInput } from '../../../ui/scan/ReasonInput.tsx';
import { RefusalList, refusalsIn } from '../../../ui/scan/RefusalList.tsx';
import { ScanField } from '../../../ui/scan/ScanField.tsx';
import { PackageView } from './PackageView.tsx';
import '../../../ui/DataPage/dataPage.css';
import './packing.css';

/** 关联替换: a new code takes the place of one that cannot be read; and who did it, when and why. */
export default function ReplacingScreen() {
  const { t } = useTranslation();
  const can = useCan();
  return (
    <div className="data-page">
      <section className="data-page-panel">
        <div className="data-page-toolbar">
          <h1>{t('menu.replace')}</h1>
        </div>
        {can('replace:add') && <Replacing />}
      </section>
      <section className="data-page-panel" aria-label={t('acts.history')}>
        <h2>{t('acts.history')}</h2>
        <ActHistory of={actHistory} asked={{ act: 'replace' }} ofOneKind />
      </section>
    </div>
  );
}

function Replacing() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [oldField, newField] = [useRef<InputRef>(null), useRef<InputRef>(null)];
  const [old, setOld] = useState('');
  const [successor, setSuccessor] = useState('');
  const [reason, setReason] = useState('');
  const [refusals, setRefusals] = useState<readonly ActRefusal[]>([]);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await call(replace, { old, new: successor, reason }, { showsRefusals: true });
      notify.success(t('replace.done', { old, successor }));
      setOld('');
      setSuccessor('');
      setRefusals([]);
      await Promise.all([actHistory, packageTree].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })));
      oldField.current?.focus();
    } catch (error) {
      setRefusals(refusalsIn(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="scan-desk">
      <Unsaved changed={old !== '' || successor !== ''} />
      <div className="replace-codes">
        <div>
          <ScanField
            label={t('replace.old')}
            field={oldField}
            onScan={([code = '']) => {
              setOld(code);
              setRefusals([]);
              newField.current?.focus();
            }}
          />
          {old !== '' && <code>{old}</code>}
        </div>
        <div>
          <ScanField
            label={t('replace.new')}
            field={newField}
            isSecond
            onScan={([code = '']) => {
              setSuccessor(code);
              setRefusals([]);
            }}
          />
          {successor !== '' && <code>{successor}</code>}
        </div>
      </div>
      <RefusalList refusals={refusals} />
      <div className="scan-do">
        <ReasonInput usual={usualReasons(t)} value={reason} onChange={setReason} />
        <Button
          type="primary"
          disabled={isBusy || old === '' || successor === '' || reason.trim() === ''}
          onClick={() => void run()}
        >
          {t('replace.run')}
        </Button>
      </div>
      {old !== '' && <PackageView key={old} code={old} />}
    </div>
  );
}

/** Why it usually is. */
const usualReasons = (t: TFunction) => [
  t('packing.reason.torn'),
  t('packing.reason.unreadable'),
  t('packing.reason.lost'),
];
