import type { ActRefusal } from '../../../contract/trace/refusal.ts';
import type { ApiError } from '../../core/api/apiError.ts';

/** What became of the last scan: its colour, its sound, and the words for it. */
export type ScanOutcome = 'good' | 'done' | 'repeated' | 'wrong';

export interface LastScan {
  readonly outcome: ScanOutcome;
  readonly code: string;
  /** Why not, as the server says it; or which of the screen's own words. */
  readonly text?: string;
  readonly says?:
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
    | 'noReason';
}

/** A scan that is not taken, in the server’s words. */
export const notTaken = ({
  sent,
  refusals,
}: {
  readonly sent: string;
  readonly refusals: readonly Pick<ActRefusal, 'message'>[];
}): LastScan => ({
  outcome: 'wrong',
  code: sent,
  text: refusals[0]?.message ?? '',
});

/** The same of what the server refused altogether. */
export const notAnswered = ({ refusals: [first], message }: ApiError, code = ''): LastScan => ({
  outcome: 'wrong',
  code: first?.code ?? code,
  text: first?.message ?? message,
});
