import { Button, type InputRef } from 'antd';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { actHistory, packageTree, replace } from '../../../../contract/plant/packing.ts';
import { call } from '../../../core/api/call.ts';
import { useTranslation } from '../../../core/i18n/useTranslation.ts';
import { notify } from '../../../core/notices/notices.ts';
import { ActScreen } from '../../../ui/acts/ActScreen.tsx';
import { ReasonInput } from '../../../ui/acts/ReasonInput.tsx';
import { RefusalList } from '../../../ui/acts/RefusalList.tsx';
import { useDeskAct } from '../../../ui/acts/useDeskAct.ts';
import { Unsaved } from '../../../ui/edit/unsavedScope.tsx';
import { useEntered } from '../../../ui/edit/useEntered.ts';
import { ActHistory } from '../../../ui/history/ActHistory.tsx';
import { ScanField } from '../../../ui/scan/ScanField.tsx';
import { PackageView } from './contents/PackageView.tsx';
import './packing.css';

/** 关联替换: a new code takes the place of one that cannot be read; and who did it, when and why. */
export default function ReplacingScreen() {
  const { t } = useTranslation();
  return (
    <ActScreen
      title={t('menu.replace')}
      may="replace:add"
      desk={<Replacing />}
      history={<ActHistory of={actHistory} asked={{ act: 'replace' }} ofOneKind />}
    />
  );
}

function Replacing() {
  const { t } = useTranslation();
  const [oldField, newField] = [useRef<InputRef>(null), useRef<InputRef>(null)];
  const [old, setOld] = useState('');
  const [successor, setSuccessor] = useState('');
  const [reason, setReason] = useState('');
  const entered = useEntered(reason.trim());
  const { act, isBusy, refusals, forget } = useDeskAct();
  const run = () =>
    act({
      input: { old, new: successor, reason },
      ask: (input) => call(replace, input, { showsRefusals: true }),
      done: () => {
        notify.success(t('replace.done', { old, successor }));
        setOld('');
        setSuccessor('');
        entered.done();
        oldField.current?.focus();
      },
      changes: [[actHistory.path], [packageTree.path]],
    });
  return (
    <div className="scan-desk">
      <Unsaved changed={old !== '' || successor !== '' || entered.changed} />
      <div className="replace-codes">
        <div>
          <ScanField
            label={t('replace.old')}
            field={oldField}
            onScan={([code = '']) => {
              setOld(code);
              forget();
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
              forget();
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
          onClick={run}
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
