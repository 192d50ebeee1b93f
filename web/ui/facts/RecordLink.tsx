import { type Referred, whereShown } from '@suyuan/contract/thing/referred.ts';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router';
import { useCan } from '#core/session/allowed.tsx';
import { useAddresses } from '#core/session/useAddresses.ts';
import '../ui.css';

interface RecordLinkProps {
  readonly to: Referred;
  /** The id of the record; with another type of value, there is no link. */
  readonly id: unknown;
  readonly children: ReactNode;
}

/** The name of another record, as a link to it for those who may open its screen. */
export function RecordLink({ to, id, children }: RecordLinkProps) {
  const address = useRecordAddress()(to, id);
  if (children === null || children === undefined || children === '') return <span aria-hidden>—</span>;
  return address ? (
    <Link to={address} className="row-link">
      {children}
    </Link>
  ) : (
    children
  );
}

/** Returns a function for the path of a record by its id; undefined if there is no id, or the person may not see it. */
export function useRecordAddress(): (to: Referred, id: unknown) => string | undefined {
  const addressOf = useAddresses();
  const can = useCan();
  return useCallback(
    (to, id) => {
      if ((typeof id !== 'number' && typeof id !== 'string') || id === '') return undefined;
      const [screen, query] = whereShown(to, id);
      // Some screens are open to everybody, but show their records only with the permission.
      return can(screen) ? addressOf(screen, query) : undefined;
    },
    [addressOf, can],
  );
}

interface HoldLinkProps {
  readonly kind: 'recall' | 'quality_hold';
  readonly no: string;
  readonly id: number | null;
}

/** The number of a recall or a hold, which leads to it if the person may open its screen. */
export function HoldLink({ kind, no, id }: HoldLinkProps) {
  const can = useCan();
  const screen = kind === 'recall' ? 'recall' : 'hold';
  return id !== null && can(screen) ? <Link to={`/${screen}?detail=${id}`}>{no}</Link> : <span>{no}</span>;
}
