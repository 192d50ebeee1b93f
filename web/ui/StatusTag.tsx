import { Tag } from 'antd';
import type { Tone } from './DataPage/fields.ts';

/** A state in a colour and, above all, in words. */
export function StatusTag({ tone = 'default', children }: { tone?: Tone | undefined; children: string }) {
  return (
    <Tag color={tone} variant="outlined">
      {children}
    </Tag>
  );
}
