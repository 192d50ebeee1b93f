import { Spin } from 'antd';
import { useLayoutEffect, useRef } from 'react';
import { withPictures } from '#core/api/page/pictureAddress.ts';
import './phoneFrame.css';

/** A page in the size of a phone, in a frame that runs no scripts, submits no forms and follows no links. */
export function PhoneFrame({ html, title }: { readonly html: string | undefined; readonly title: string }) {
  return <div className="phone-frame">{html === undefined ? <Spin /> : <Shown html={html} title={title} />}</div>;
}

/**
 * The HTML is written into the frame's document. Navigating the frame would add an entry to the browser's history for each
 * change, and scroll to the top.
 */
function Shown({ html, title }: { readonly html: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  useLayoutEffect(() => {
    const page = frame.current?.contentDocument;
    const view = frame.current?.contentWindow;
    if (!page || !view) return;
    const top = view.scrollY;
    page.open();
    page.write(withPictures(html));
    page.close();
    view.scrollTo(0, top);
    page.addEventListener('click', (event) => {
      if ((event.target as Element).closest('a')) event.preventDefault();
    });
  }, [html]);
  return <iframe ref={frame} title={title} sandbox="allow-same-origin" />;
}
