import { Alert } from 'antd';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import './edit.css';

/** A summary of an action that cannot be undone, shown for confirmation. */
export interface Summary {
  readonly text: string;
  /** The label of the button that confirms. */
  readonly ok: string;
  readonly facts: readonly { readonly title: string; readonly value: ReactNode }[];
}

/** The focus moves to the summary instead of the button, so that a second Enter does not confirm it. */
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
