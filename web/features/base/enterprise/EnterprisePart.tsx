import { type ReactNode, type Ref, useId } from 'react';

/** A section of the enterprise page, with a heading. */
export function EnterprisePart({
  title,
  note,
  fields,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly fields?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className="enterprise-part" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {note && <p>{note}</p>}
      <div className="enterprise-fields" ref={fields}>
        {children}
      </div>
    </section>
  );
}
