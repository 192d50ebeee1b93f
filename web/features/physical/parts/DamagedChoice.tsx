import { Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** Whether what is taken off a waybill is damaged: what the person chose, else whether damage is the reason. */
export function useDamaged(reason: string): [damaged: boolean, choose: (damaged: boolean | undefined) => void] {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<boolean>();
  return [chosen ?? reason.trim() === t('scan.damaged'), setChosen];
}

interface DamagedChoiceProps {
  readonly value: boolean;
  readonly onChange: (damaged: boolean) => void;
}

/** Where goods that are taken off a waybill go: back on sale, or on hold because they are damaged. */
export function DamagedChoice({ value, onChange }: DamagedChoiceProps) {
  const { t } = useTranslation();
  return (
    <Radio.Group
      aria-label={t('amend.state')}
      value={value}
      onChange={(event) => onChange(event.target.value as boolean)}
      options={[
        { value: false, label: t('amend.state.saleable') },
        { value: true, label: t('amend.state.damaged') },
      ]}
    />
  );
}
