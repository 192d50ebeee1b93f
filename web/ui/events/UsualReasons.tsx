import { AutoComplete, Input, type RefSelectProps } from 'antd';
import { type Ref, useState } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';

/** The maximum length of a reason. */
const longest = 512;

interface UsualReasonsProps {
  readonly usual: readonly string[];
  /** Passed by the form item. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (reason: string) => void;
  readonly ref?: Ref<RefSelectProps>;
  /** The list of usual reasons opens as soon as the field has the focus. */
  readonly opensOnFocus?: boolean;
  /** Enter or Escape was pressed. */
  readonly onLeave?: () => void;
}

/** Free text for a reason, suggesting the usual reasons that contain the text. */
export function UsualReasons({ usual, onLeave, opensOnFocus = false, ...field }: UsualReasonsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <AutoComplete
      {...field}
      options={usual.map((reason) => ({ value: reason }))}
      open={isOpen}
      onOpenChange={setOpen}
      onFocus={() => setOpen(opensOnFocus)}
      // Enter takes what was typed, not the first of the list.
      defaultActiveFirstOption={false}
      showSearch={{ filterOption: (text, option) => option?.value.includes(text) ?? false }}
      onKeyDown={({ key, nativeEvent }) => {
        if ((key === 'Enter' && !nativeEvent.isComposing) || key === 'Escape') onLeave?.();
      }}
      style={{ width: '100%' }}
    >
      <Input placeholder={t('scan.reasonHint')} maxLength={longest} />
    </AutoComplete>
  );
}
