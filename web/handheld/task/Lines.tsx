import type { Line } from '../snapshot/lines.ts';

/** What is wanted, with how much of it is done. */
export function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <ul className="lines">
      {lines.map(({ line_id, product_name, lot, quantity, done }) => (
        <li key={line_id} className={quantity !== null && done >= quantity ? 'line-full' : ''}>
          <span>
            {product_name} <small>{lot}</small>
          </span>
          <strong>{quantity === null ? done : `${done} / ${quantity}`}</strong>
          {quantity !== null && <progress value={Math.min(done, quantity)} max={quantity} />}
        </li>
      ))}
    </ul>
  );
}
