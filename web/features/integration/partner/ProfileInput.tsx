import { longestProfile } from '@suyuan/contract/integration/partner.ts';
import { Input } from 'antd';
import type { OwnInputProps } from '#ui/DataPage/fields.ts';
import '../document.css';

/** The text of a JSON Schema. */
export function ProfileInput({ id, value, onChange }: OwnInputProps) {
  return (
    <Input.TextArea
      {...(id ? { id } : {})}
      className="document-input"
      autoSize={{ minRows: 3, maxRows: 16 }}
      maxLength={longestProfile}
      spellCheck={false}
      placeholder={'{"properties": {"bizStep": {"enum": ["receiving"]}}, "required": ["bizStep"]}'}
      value={(value as string | null | undefined) ?? ''}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}
