import type { Load } from './loading-rules.ts';

/** What is wanted, with how much of it is loaded. */
export function Lines({ lines }: { readonly lines: Load['lines'] }) {
  return (
    <ul className="lines">
      {lines.map(({ line_id, product_name, lot, quantity, loaded }) => (
        <li key={line_id} className={loaded >= quantity ? 'line-full' : ''}>
          <span>
            {product_name} <small>{lot}</small>
          </span>
          <strong>
            {loaded} / {quantity}
          </strong>
          <progress value={Math.min(loaded, quantity)} max={quantity} />
        </li>
      ))}
    </ul>
  );
}
