import {
  CheckCircleFilled,
  CloseCircleFilled,
  CloudSyncOutlined,
  ExclamationCircleFilled,
  TrophyFilled,
} from '@ant-design/icons';
import { Switch } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import type { LastScan } from './lastScan.ts';
import { turnSound, useSound } from './sounds.ts';
import './scan.css';

const signs = {
  good: CheckCircleFilled,
  done: TrophyFilled,
  repeated: ExclamationCircleFilled,
  wrong: CloseCircleFilled,
  unsent: CloudSyncOutlined,
} as const;

/** The outcome of the last scan, as a colour that is visible from a distance and as a text. */
export function ScanStatus({ last, idle }: { last: LastScan | undefined; idle: string }) {
  const { t } = useTranslation();
  const Sign = last && signs[last.outcome];
  return (
    <div className={`scan-status scan-status-${last?.outcome ?? 'idle'}`} role="status" aria-live="assertive">
      {Sign && <Sign aria-hidden />}
      <div>
        {last ? (
          <>
            <strong>{last.textKey ? t(`scan.${last.textKey}`, last.params ?? {}) : last.text}</strong>
            <code>{last.code}</code>
          </>
        ) : (
          <span>{idle}</span>
        )}
      </div>
    </div>
  );
}

export function SoundSwitch() {
  const { t } = useTranslation();
  const { isOn } = useSound();
  return (
    <LabelledSwitch checked={isOn} onChange={turnSound}>
      {t('scan.sound')}
    </LabelledSwitch>
  );
}

interface LabelledSwitchProps {
  readonly checked: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ReactNode;
}

export function LabelledSwitch({ checked, onChange, children }: LabelledSwitchProps) {
  const id = useId();
  return (
    <span className="labelled-switch">
      <Switch id={id} checked={checked} onChange={onChange} size="small" />
      <label htmlFor={id}>{children}</label>
    </span>
  );
}
