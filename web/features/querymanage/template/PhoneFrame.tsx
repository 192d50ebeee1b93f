import { Spin } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { withPictures } from '../../../core/api/page/pictureAddress.ts';
import './phoneFrame.css';

/** A page as a phone shows it. The frame runs no script, sends no form and leads nowhere. */
export function PhoneFrame({ html, title }: { readonly html: string | undefined; readonly title: string }) {
  return <div className="phone-frame">{html === undefined ? <Spin /> : <Shown html={html} title={title} />}</div>;
}

/**
 * Written into the frame, not navigated to: each new state of a page would else be a step on the browser's way back, and
 * begin at its top again.
 */
function Shown({ html, title }: { readonly html: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    const shown = frame.current?.contentDocument;
    const view = frame.current?.contentWindow;
    if (!shown || !view) return;
    const top = view.scrollY;
    shown.open();
    shown.write(withPictures(html));
    shown.close();
    view.scrollTo(0, top);
    shown.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) event.preventDefault();
    });
  }, [html]);
  return <iframe ref={frame} title={title} sandbox="allow-same-origin" />;
}
