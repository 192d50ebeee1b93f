import { ErrorCode } from '../../contract/call/errors.ts';
import type { Account, Caller } from '../platform/caller.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Services } from '../platform/services.ts';
import { type GuessCount, GuessCounts } from './guess-counts.ts';

/** The period in which an account's unknown codes are counted, in seconds. */
const hour = 3600;

/** Follows what one call asks for. */
export interface GuessWatch {
  /** Counts codes that were looked up; throws 429 when too many were unknown, before any of the call is answered. */
  saw(codes: number, unknown: number): Promise<void>;
}

/**
 * Keeps signed-in people from guessing codes: each account may ask for so many unknown ones an hour, on all servers
 * together and by whatever call. A call that goes beyond answers nothing at all, or its hits could be told from it.
 */
export class GuessLimit {
  readonly #counts: GuessCounts;
  readonly #most: number;

  constructor({ system, config }: Pick<Services, 'system' | 'config'>) {
    this.#counts = new GuessCounts(system.sql);
    this.#most = config.unknownCodesOfAccount;
  }

  /** Begins to watch a call; throws 429 when its account has asked for too many unknown codes already. */
  async watch({ account, note }: Pick<Caller<Account>, 'account' | 'note'>): Promise<GuessWatch> {
    const subject = `account ${account.id}`;
    const before = await this.#counts.of(subject);
    if (before && before.unknown > this.#most) throw tooManyUnknown(before);
    let [codes, unknown] = [0, 0];
    return {
      saw: async (more, unknownOfThem) => {
        codes += more;
        unknown += unknownOfThem;
        note({ codes, unknown });
        if (unknownOfThem === 0) return;
        const counted = await this.#counts.add([{ subject, unknown: unknownOfThem, seconds: hour }]);
        const now = counted.get(subject);
        if (now && now.unknown > this.#most) throw tooManyUnknown(now);
      },
    };
  }
}

function tooManyUnknown({ until }: GuessCount): Refusal {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const params = { minutes: Math.ceil(seconds / 60) };
  return new Refusal(429, ErrorCode.tooMany, { reason: 'too_many_unknown', params }, { retryAfter: seconds });
}
