import type { ReactNode } from 'react';

/** A term and its value in a description list. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
