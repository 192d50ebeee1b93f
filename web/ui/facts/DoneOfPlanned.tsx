import { useNumbers } from '#core/formats/useNumbers.ts';
import { AmountText } from '../amount/Amount.tsx';
import { useAmounts } from '../amount/useAmounts.ts';
import './doneOfPlanned.css';

interface DoneOfPlannedProps {
  readonly done: unknown;
  readonly planned: unknown;
  /** The product that the amounts are of: they are shown in its unit. */
  readonly of?: number | null;
}

/** Progress as a number and a bar. */
export function DoneOfPlanned({ done, planned, of }: DoneOfPlannedProps) {
  const { count, share } = useNumbers();
  const amount = useAmounts([of]);
  const amountText = (units: number) => (of ? amount(units, of) : count(units));
  const [is, ought] = [Number(done), Number(planned)];
  if (ought <= 0) return <span className="data-page-number">{amountText(is)}</span>;
  const part = is / ought;
  return (
    <div className="done-of-planned">
      <AmountText>{amountText(is)}</AmountText>
      <small>{share(part)}</small>
      <div aria-hidden>
        <div style={{ width: `${Math.min(1, part) * 100}%` }} />
      </div>
    </div>
  );
}
