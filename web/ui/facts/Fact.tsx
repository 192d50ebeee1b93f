import type { ReactNode } from 'react';

/** A title and its value in a list of facts. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}
