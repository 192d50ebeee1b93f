import { AutoComplete, Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import '../scan/scan.css';

/** As long as any reason of an act may be. */
const longest = 512;

interface ReasonInputProps {
  /** The usual reasons, in words. */
  readonly usual: readonly string[];
  readonly value: string;
  readonly onChange: (reason: string) => void;
}

/** Why something is done: one of the usual reasons, or the person's own words. */
export function ReasonInput({ usual, value, onChange }: ReasonInputProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="reason-input">
      <label htmlFor={id}>{t('scan.reason')}</label>
      <AutoComplete
        id={id}
        value={value}
        onChange={onChange}
        options={usual.map((reason) => ({ value: reason }))}
        style={{ width: '100%' }}
      >
        <Input placeholder={t('scan.reasonHint')} maxLength={longest} />
      </AutoComplete>
    </div>
  );
}
