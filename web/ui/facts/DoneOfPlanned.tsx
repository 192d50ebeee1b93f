import { useNumbers } from '../../core/formats/useNumbers.ts';
import './doneOfPlanned.css';

/** Progress as a number and a bar. */
export function DoneOfPlanned({ done, planned }: { done: unknown; planned: unknown }) {
  const { count, share } = useNumbers();
  const [is, ought] = [Number(done), Number(planned)];
  if (ought <= 0) return <span className="data-page-number">{count(is)}</span>;
  const part = is / ought;
  return (
    <div className="done-of-planned">
      <span className="data-page-number">{count(is)}</span>
      <small>{share(part)}</small>
      <div aria-hidden>
        <div style={{ width: `${Math.min(1, part) * 100}%` }} />
      </div>
    </div>
  );
}
