import { Link } from 'react-router';
import { useCan } from '#core/session/allowed.tsx';

interface HoldLinkProps {
  readonly kind: 'recall' | 'quality_hold';
  readonly no: string;
  readonly id: number | null;
}

/** The number of a recall or a hold, which leads to it if the person may open its screen. */
export function HoldLink({ kind, no, id }: HoldLinkProps) {
  const can = useCan();
  const screen = kind === 'recall' ? 'recall' : 'hold';
  return id !== null && can(screen) ? <Link to={`/inspect/${screen}?detail=${id}`}>{no}</Link> : <span>{no}</span>;
}
