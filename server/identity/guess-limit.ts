import { ErrorCode } from '../../contract/call/errors.ts';
import type { AnyDevice } from '../platform/access/devices.ts';
import type { Account, Caller } from '../platform/caller.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Services } from '../platform/services.ts';
import { type GuessCount, GuessCounts } from './guess-counts.ts';

/** The period in which an account's unknown codes are counted, in seconds. */
const hour = 3600;

/** Watches the codes of one call. */
export interface GuessWatch {
  /**
   * Counts codes that were looked up. Throws 429 if too many were unknown, so it has to be called before anything is answered.
   */
  saw(codes: number, unknown: number): Promise<void>;
}

/**
 * Keeps signed-in people from guessing codes: each account may ask for a limited number of unknown codes an hour, by all calls
 * and on all servers together; devices have a higher limit. A call that exceeds it answers nothing at all, so that it reveals
 * no hits.
 */
export class GuessLimit {
  readonly #counts: GuessCounts;
  readonly #mostOfAccount: number;
  readonly #mostOfDevice: number;

  constructor({ system, config }: Pick<Services, 'system' | 'config'>) {
    this.#counts = new GuessCounts(system.sql);
    this.#mostOfAccount = config.unknownCodesOfAccount;
    this.#mostOfDevice = config.unknownCodesOfDevice;
  }

  /** Begins to watch a call. Throws 429 if its account has already asked for too many unknown codes. */
  watch({ account, note }: Pick<Caller<Account>, 'account' | 'note'>): Promise<GuessWatch> {
    return this.#watch(`account ${account.id}`, this.#mostOfAccount, note);
  }

  /** The same for a call of a device, across rotations of its key. The limit is higher because cameras misread. */
  watchDevice({ firstKeyId }: Pick<AnyDevice, 'firstKeyId'>): Promise<GuessWatch> {
    return this.#watch(`device ${firstKeyId}`, this.#mostOfDevice, () => {});
  }

  async #watch(subject: string, most: number, note: Caller['note']): Promise<GuessWatch> {
    const before = await this.#counts.of(subject);
    if (before && before.unknown > most) throw tooManyUnknown(before);
    let [codes, unknown] = [0, 0];
    return {
      saw: async (more, unknownOfThem) => {
        codes += more;
        unknown += unknownOfThem;
        note({ codes, unknown });
        if (unknownOfThem === 0) return;
        const counted = await this.#counts.add([{ subject, unknown: unknownOfThem, seconds: hour }]);
        const now = counted.get(subject);
        if (now && now.unknown > most) throw tooManyUnknown(now);
      },
    };
  }
}

function tooManyUnknown({ until }: GuessCount): Refusal {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const params = { minutes: Math.ceil(seconds / 60) };
  return new Refusal(429, ErrorCode.tooMany, { reason: 'too_many_unknown', params }, { retryAfter: seconds });
}
