import type { Referred } from '@suyuan/contract/thing/referred.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import '../ui.css';
import { useRecordAddress } from './useRecordAddress.ts';

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
