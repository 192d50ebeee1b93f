import { useMoment } from './useMoment.ts';

/** A moment in the enterprise's zone, to the second; an empty place for none. */
export function Moment({ at }: { at: string | null | undefined }) {
  const format = useMoment();
  return at ? <time dateTime={at}>{format(at)}</time> : null;
}
