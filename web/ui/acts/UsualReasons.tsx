import { AutoComplete, Input } from 'antd';
import { useTranslation } from '../../core/i18n/useTranslation.ts';

/** As long as any reason of an act may be. */
const longest = 512;

interface UsualReasonsProps {
  readonly usual: readonly string[];
  /** A form gives these to its field. */
  readonly id?: string;
  readonly value?: string;
  readonly onChange?: (reason: string) => void;
}

/** A reason in the person's own words, or one of the usual ones: those that go on as it was begun. */
export function UsualReasons({ usual, ...field }: UsualReasonsProps) {
  const { t } = useTranslation();
  return (
    <AutoComplete
      {...field}
      options={usual.map((reason) => ({ value: reason }))}
      showSearch={{ filterOption: (begun, option) => option?.value.includes(begun) ?? false }}
      style={{ width: '100%' }}
    >
      <Input placeholder={t('scan.reasonHint')} maxLength={longest} />
    </AutoComplete>
  );
}
