import { Form, Input } from 'antd';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { takesScans } from '../code/CodeEntry.tsx';

/** What came in, as far as it can be corrected by fields; the other fields of it stay as they are. */
const texts = ['waybill_no', 'dealer_code', 'to_warehouse_code', 'reason'] as const;
type TextName = (typeof texts)[number];

export interface Correctable extends Partial<Record<TextName, string>> {
  readonly codes?: readonly string[];
}

/** The content as a message about a waybill, whose fields can be corrected; undefined if it is none. */
export function correctable(content: string): Correctable | undefined {
  try {
    const value: unknown = JSON.parse(content);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const { waybill_no, codes = [] } = value as Correctable;
    const isRight =
      typeof waybill_no === 'string' && Array.isArray(codes) && codes.every((code) => typeof code === 'string');
    return isRight ? (value as Correctable) : undefined;
  } catch {
    return undefined;
  }
}

/** The content without the blank lines between its codes. */
export function cleaned(content: string): string {
  const fields = correctable(content);
  if (!fields?.codes) return content;
  return JSON.stringify({ ...fields, codes: fields.codes.flatMap((code) => code.trim() || []) });
}

interface ContentFieldsProps {
  readonly content: Correctable;
  readonly onChange: (content: string) => void;
}

/** The fields of a message that people correct: which waybill, to whom, why, and its codes, one on a line. */
export function ContentFields({ content, onChange }: ContentFieldsProps) {
  const { t } = useTranslation();
  const titles: Readonly<Record<TextName, string>> = {
    waybill_no: t('field.waybill_no'),
    dealer_code: t('exception.dealerCode'),
    to_warehouse_code: t('exception.warehouseCode'),
    reason: t('field.reason'),
  };
  const change = (name: keyof Correctable, value: string | readonly string[]) => {
    const { [name]: _, ...others } = content;
    onChange(JSON.stringify(value.length === 0 && name !== 'codes' ? others : { ...content, [name]: value }, null, 2));
  };
  // A reason overrules what can be, so it can be given where the message had none.
  const fieldNames = texts.filter((name) => name in content || name === 'reason');
  return (
    <>
      {fieldNames.map((name) => (
        <Form.Item key={name} label={titles[name]}>
          <Input
            aria-label={titles[name]}
            value={content[name] ?? ''}
            onChange={(event) => change(name, event.target.value)}
          />
        </Form.Item>
      ))}
      {content.codes && (
        <Form.Item label={t('scan.codes')}>
          <Input.TextArea
            aria-label={t('scan.codes')}
            className="exception-content"
            autoSize={{ minRows: 3, maxRows: 12 }}
            spellCheck={false}
            {...takesScans}
            value={content.codes.join('\n')}
            onChange={(event) => change('codes', event.target.value === '' ? [] : event.target.value.split('\n'))}
          />
        </Form.Item>
      )}
    </>
  );
}
