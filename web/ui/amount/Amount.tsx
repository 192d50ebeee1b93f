import { useAmounts } from './useAmounts.ts';

interface AmountProps {
  readonly units: unknown;
  /** The product that the goods are of; null for mixed goods. */
  readonly of: number | null | undefined;
}

/** An amount of goods, in the unit of their product and in packages. */
export function Amount({ units, of }: AmountProps) {
  return <AmountText>{useAmounts([of])(Number(units), of)}</AmountText>;
}

/** The product that all lines of a document are of; null if they are of several. */
export const onlyProduct = (lines: unknown): number | null => {
  const products = new Set(
    (lines as readonly { product_id: number }[] | undefined)?.map(({ product_id }) => product_id),
  );
  const [first] = products;
  return products.size === 1 && first !== undefined ? first : null;
};

/** An amount in words, broken over two lines between its units and its packages only. */
export function AmountText({ children: text }: { readonly children: string }) {
  const [units, ...packages] = text.split(/ (?=\()/);
  return (
    <span className="data-page-number">
      <span className="amount-part">{units}</span>
      {packages.map((part) => (
        <span key={part}>
          {' '}
          <span className="amount-part">{part}</span>
        </span>
      ))}
    </span>
  );
}
