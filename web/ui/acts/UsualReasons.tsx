import { AutoComplete, Input, type RefSelectProps } from 'antd';
import type { Ref } from 'react';
import { useTranslation } from '../../core/i18n/useTranslation.ts';

/** As long as any reason of an act may be. */
const longest = 512;

interface UsualReasonsProps {
  readonly usual: readonly string[];
  /** A form gives these to its field. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (reason: string) => void;
  readonly ref?: Ref<RefSelectProps>;
  /** A reason was chosen or written, or none is to be. */
  readonly onLeave?: () => void;
}

/** A reason in the person's own words, or one of the usual ones: those that go on as it was begun. */
export function UsualReasons({ usual, onLeave, ...field }: UsualReasonsProps) {
  const { t } = useTranslation();
  return (
    <AutoComplete
      {...field}
      options={usual.map((reason) => ({ value: reason }))}
      showSearch={{ filterOption: (begun, option) => option?.value.includes(begun) ?? false }}
      onKeyDown={({ key, nativeEvent }) => {
        if ((key === 'Enter' && !nativeEvent.isComposing) || key === 'Escape') onLeave?.();
      }}
      style={{ width: '100%' }}
    >
      <Input placeholder={t('scan.reasonHint')} maxLength={longest} />
    </AutoComplete>
  );
}
