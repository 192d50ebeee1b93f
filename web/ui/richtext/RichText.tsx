import { Skeleton } from 'antd';
import { lazy, Suspense } from 'react';
import type { RichTextProps } from './RichTextEditor.tsx';

// The editor is larger than most screens: it comes when it is looked at.
const Editor = lazy(() => import('./RichTextEditor.tsx'));

/** A text with headings, lists and links, as HTML. */
export function RichText(props: RichTextProps) {
  return (
    <Suspense fallback={<Skeleton active />}>
      <Editor {...props} />
    </Suspense>
  );
}
