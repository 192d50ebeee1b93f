import { Fact } from './Fact.tsx';
import { Moment } from './Moment.tsx';
import { RecordLink } from './RecordLink.tsx';

interface StepFactProps {
  readonly title: string;
  /** Null: the step was not taken, and nothing is rendered. Undefined: the time is shown elsewhere. */
  readonly at?: string | null;
  readonly by: string | null;
  /** The id of the person's account. */
  readonly id: number | null;
}

/** When a step of a document was taken, and by whom. */
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
