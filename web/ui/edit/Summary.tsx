import { Alert } from 'antd';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import './edit.css';

/** What cannot be undone, once more before it is done. */
export interface Summary {
  readonly text: string;
  /** The button that does it. */
  readonly ok: string;
  readonly facts: readonly { readonly title: string; readonly value: ReactNode }[];
}

/** It takes the focus, and not its button: a second Enter does nothing. */
export function SummaryView({ summary: { text, facts } }: { readonly summary: Summary }) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} className="edit-summary" aria-label={text}>
      <Alert type="warning" showIcon title={text} />
      <dl className="edit-facts">
        {facts.map(({ title, value }) => (
          <Fragment key={title}>
            <dt>{title}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
