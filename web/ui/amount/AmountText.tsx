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
