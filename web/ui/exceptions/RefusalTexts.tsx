import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';

const maxShown = 20;

/** Refused codes grouped by message. */
export function RefusalTexts({ refusals }: { readonly refusals: readonly EventRefusal[] }) {
  const byMessage = Map.groupBy(refusals, ({ message }) => message);
  return (
    <ul className="exception-refusals">
      {[...byMessage].slice(0, maxShown).map(([message, all]) => (
        <li key={message}>
          {message}{' '}
          {[...new Set(all.map(({ code }) => code))].slice(0, maxShown).map((code) => (
            <code key={code}>{code}</code>
          ))}
        </li>
      ))}
    </ul>
  );
}
