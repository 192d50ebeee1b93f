import { useMoney } from '#core/formats/useMoney.ts';

/** An amount of money in its currency. */
export function MoneyText({ amount, currency }: { readonly amount: string; readonly currency: string }) {
  return <span className="data-page-number">{useMoney()(amount, currency)}</span>;
}
