import { Spin } from 'antd';
import './phoneFrame.css';

/** A page as a phone shows it. The frame runs no script, sends no form and leads nowhere. */
export function PhoneFrame({ html, title }: { readonly html: string | undefined; readonly title: string }) {
  return (
    <div className="phone-frame">
      {html === undefined ? <Spin /> : <iframe title={title} srcDoc={html} sandbox="" />}
    </div>
  );
}
