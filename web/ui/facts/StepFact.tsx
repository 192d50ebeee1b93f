import { Fact } from './Fact.tsx';
import { Moment } from './Moment.tsx';
import { RecordLink } from './RecordLink.tsx';

interface StepFactProps {
  readonly title: string;
  /** Nothing is told of a step that was not taken; the first one has no moment of its own here. */
  readonly at?: string | null;
  readonly by: string | null;
  /** Of the person. */
  readonly id: number | null;
}

/** When a step of a paper was taken, and by whom. */
export function StepFact({ title, at, by, id }: StepFactProps) {
  if (at === null) return null;
  return (
    <Fact title={title}>
      {at !== undefined && <Moment at={at} />}{' '}
      {by && (
        <RecordLink to="account" id={id}>
          {by}
        </RecordLink>
      )}
    </Fact>
  );
}
