import { useMoment } from './useMoment.ts';

/** A time in the enterprise's time zone, to the second; renders nothing if there is none. */
export function Moment({ at }: { at: string | null | undefined }) {
  const format = useMoment();
  return at ? <time dateTime={at}>{format(at)}</time> : null;
}
