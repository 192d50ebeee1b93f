import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import type { ApiError } from '#core/api/apiError.ts';

/** The outcome of a scan, which determines colour, sound and text. */
export type ScanOutcome = 'good' | 'done' | 'repeated' | 'wrong' | 'unsent';

export interface LastScan {
  readonly outcome: ScanOutcome;
  readonly code: string;
  /** The server's message, or (`textKey`) the key of one of the screen's own texts, `scan.<key>`. */
  readonly text?: string;
  readonly textKey?:
    | 'opened'
    | 'taken'
    | 'unknown'
    | 'repeated'
    | 'packed'
    | 'undone'
    | 'full'
    | 'tooMany'
    | 'right'
    | 'extra'
    | 'agrees'
    | 'setRight'
    | 'otherPackage'
    | 'noPackage'
    | 'notPacked'
    | 'isEmpty'
    | 'old'
    | 'successor'
    | 'replaced'
    | 'noReason'
    | 'unsent'
    | 'off'
    | 'onIt'
    | 'stillOpen'
    | 'unknownHere'
    | 'skipsLevel'
    | 'holdsVoid'
    | 'mustFill'
    | 'soAlready'
    | 'elsewhere';
  /** What the screen's own text names. */
  readonly params?: Readonly<Record<string, string | number>>;
}

/** The outcome of a refused scan, with the server's message. */
export const notTaken = ({
  sent,
  refusals,
}: {
  readonly sent: string;
  readonly refusals: readonly Pick<EventRefusal, 'message'>[];
}): LastScan => ({
  outcome: 'wrong',
  code: sent,
  text: refusals[0]?.message ?? '',
});

/** The same for a call that failed as a whole. */
export const notAnswered = ({ refusals: [first], message }: ApiError, code = ''): LastScan => ({
  outcome: 'wrong',
  code: first?.code ?? code,
  text: first?.message ?? message,
});
