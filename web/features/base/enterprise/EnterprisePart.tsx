import { type ReactNode, useId } from 'react';

/** A part of the page of the enterprise, under its heading. */
export function EnterprisePart({
  title,
  note,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className="enterprise-part" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {note && <p>{note}</p>}
      <div className="enterprise-fields">{children}</div>
    </section>
  );
}
