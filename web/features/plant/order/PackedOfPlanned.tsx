import { useNumbers } from '../../../core/formats/useNumbers.ts';
import type { Row } from '../../../ui/records.ts';
import './order.css';

/** How much of what is planned is packed, as a number and a bar. */
export function PackedOfPlanned({ order }: { order: Row }) {
  const { count, share } = useNumbers();
  const [packed, planned] = [order.packed as number, order.quantity as number];
  const done = packed / planned;
  return (
    <div className="packed-of-planned">
      <span className="data-page-number">{count(packed)}</span>
      <small>{share(done)}</small>
      <div aria-hidden>
        <div style={{ width: `${Math.min(1, done) * 100}%` }} />
      </div>
    </div>
  );
}
