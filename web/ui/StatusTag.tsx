import { Tag } from 'antd';
import type { Tone } from './DataPage/fields.ts';

/** A status as text; the colour only repeats it. */
export function StatusTag({ tone = 'default', children }: { tone?: Tone | undefined; children: string }) {
  return (
    <Tag color={tone} variant="outlined">
      {children}
    </Tag>
  );
}
