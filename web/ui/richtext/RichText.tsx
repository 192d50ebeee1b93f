import { Skeleton } from 'antd';
import { Suspense } from 'react';
import { later } from '#core/loading/later.tsx';
import type { RichTextProps } from './RichTextEditor.tsx';

// The editor is larger than most screens, so it is loaded when it is rendered.
const Editor = later(() => import('./RichTextEditor.tsx'));

/** A text with headings, lists and links, as HTML. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton active />}>
      <Editor {...props} />
    </Suspense>
  );
}
