import type { Call } from '@suyuan/contract/call/call.ts';
import { type BoardLine, lineBoard, lineBoards } from '@suyuan/contract/plant/line/line-board.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { call } from '#core/api/call.ts';
import { consequenceOf } from '#core/api/failure.ts';

/** The polling interval in milliseconds. */
const freshMs = 5000;
/** What a board shows is old when this many milliseconds have passed without an answer. */
const oldMs = 20_000;

export interface BoardState {
  readonly lines: readonly BoardLine[] | undefined;
  /** The time of the server, as far as it is known. */
  readonly now: number;
  /** Since when there has been no answer, in milliseconds; undefined while answers arrive. */
  readonly lostFor: number | undefined;
  /** The session is over: nothing more comes in until somebody signs in. */
  readonly isOver: boolean;
  readonly error: Error | null;
  readonly refetch: () => void;
}

/** What a line, or every line, does now. A board in the hall stays open: it tells itself when its session or connection ends. */
export function useBoard(line?: number): BoardState {
  const [definition, input]: [Call, object] = line === undefined ? [lineBoards, {}] : [lineBoard, { line_id: line }];
  const query = useQuery({
    queryKey: [definition.path, input],
    queryFn: ({ signal }) =>
      call(line === undefined ? lineBoards : lineBoard, input as { line_id: number }, { signal, background: true }),
    refetchInterval: freshMs,
    refetchIntervalInBackground: true,
    retry: false,
  });
  const clock = useClock();
  const { data, dataUpdatedAt, error, refetch } = query;
  const age = clock - dataUpdatedAt;
  return {
    lines: data?.lines,
    now: data ? Date.parse(data.at) + age : clock,
    lostFor: data && age > oldMs ? age : undefined,
    isOver: error instanceof ApiError && consequenceOf(error) === 'session-over',
    error,
    refetch: () => void refetch(),
  };
}

/** The time, renewed every second. */
function useClock(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
