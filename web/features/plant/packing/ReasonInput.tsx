import { AutoComplete, Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { unpack } from '../../../../contract/plant/packing.ts';
import { textLimit } from '../../../ui/limits.ts';

const reasonsOf = {
  unpack: ['leaking', 'damaged', 'wrongGoods', 'rework', 'sample'],
  replace: ['torn', 'unreadable', 'lost'],
  repack: ['counted', 'wrongScan'],
} as const;

interface ReasonInputProps {
  readonly act: keyof typeof reasonsOf;
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Why something is done: one of the usual reasons, or the person's own words. */
export function ReasonInput({ act, value, onChange }: ReasonInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="reason-input">
      <label htmlFor={id}>{t('packing.reason')}</label>
      <AutoComplete
        id={id}
        value={value}
        onChange={onChange}
        options={reasonsOf[act].map((reason) => ({ value: t(`packing.reason.${reason}`) }))}
        style={{ width: '100%' }}
      >
        <Input placeholder={t('packing.reasonHint')} {...textLimit(unpack, 'reason')} />
      </AutoComplete>
    </div>
  );
}
