import type { ReactNode } from 'react';
import { useTranslation } from '#core/i18n/useTranslation.ts';
import { Moment } from './Moment.tsx';
import { RecordLink } from './RecordLink.tsx';

/** A term and its value in a description list. */
export function Fact({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface StepFactProps {
  readonly title: string;
  /** Null: the step was not taken, and nothing is rendered. Undefined: the time is shown elsewhere. */
  readonly at?: string | null;
  readonly by: string | null;
  /** The id of the person's account. */
  readonly id: number | null;
  /** The system that did it, or for which the person did. */
  readonly system?: string | null;
}

/** When a step of a document was taken, and by whom. */
export function StepFact({ title, at, by, id, system }: StepFactProps) {
  const { t } = useTranslation();
  if (at === null) return null;
  return (
    <Fact title={title}>
      {at !== undefined && <Moment at={at} />}{' '}
      {by && (
        <RecordLink to="account" id={id}>
          {by}
        </RecordLink>
      )}
      {system && (by ? ` ${t('events.for', { device: system })}` : system)}
    </Fact>
  );
}
