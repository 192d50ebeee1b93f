import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { AnyDevice } from '#platform/access/authentication.ts';
import type { Account, Caller } from '#platform/caller.ts';
import { Refusal } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { type GuessCount, GuessCounts } from './guess-counts.ts';

/** The period in which unknown codes are counted, in seconds. */
const hour = 3600;

/** Beyond a limit, one such part of it may still be refused before known codes are, too. */
const sparePart = 10;

/** Watches the codes of one call. */
export interface GuessWatch {
  /**
   * Counts codes that were looked up. Throws 429 if too many were unknown, so it has to be called before anything is answered.
   */
  saw(codes: number, unknown: number): Promise<void>;
}

/** Who names codes: a person, or a device. */
export type Guesser = Pick<Caller<Account>, 'account' | 'note'> | AnyDevice;

/**
 * Keeps people and devices from guessing codes: each may ask for a limited number of unknown codes an hour, by all calls and on
 * all servers together. Devices are counted by their line or warehouse, however many keys it has, and have a higher limit because
 * cameras misread. A call that exceeds the limit answers nothing at all, so that it reveals no hits, and counts as one more.
 *
 * Once the limit is reached, nothing is looked up any more. Acts on known codes go on, since a mistake must not stop the work: an
 * event that names an unknown code is refused as a whole and counted as one more, until a tenth of the limit was refused so. So
 * nobody tries more than eleven tenths of the limit, whatever they ask for.
 */
export class GuessLimit {
  readonly #counts: GuessCounts;
  readonly #maxOfAccount: number;
  readonly #maxOfDevice: number;

  constructor({ system, config }: Pick<Services, 'system' | 'config'>) {
    this.#counts = new GuessCounts(system.ownWork.sql);
    this.#maxOfAccount = config.unknownCodesOfAccount;
    this.#maxOfDevice = config.unknownCodesOfDevice;
  }

  /**
   * Begins to watch a call. Throws 429 if too many unknown codes were asked for already; `forCapture` says that the call acts on the
   * codes rather than looks them up.
   */
  async watch(guesser: Guesser, { forCapture = false }: { readonly forCapture?: boolean } = {}): Promise<GuessWatch> {
    const { subject, most, note, reason } = this.#of(guesser);
    const before = await this.#counts.of(subject);
    if (before && before.unknown > most + (forCapture ? spareOf(most) : 0)) throw tooManyUnknown(reason, before);
    let [codes, unknown] = [0, 0];
    return {
      saw: async (more, unknownOfThem) => {
        codes += more;
        unknown += unknownOfThem;
        note({ codes, unknown });
        if (unknownOfThem === 0) return;
        const now = await this.#counts.addUpTo(most, { subject, unknown: unknownOfThem, seconds: hour });
        if (now.unknown > most) throw tooManyUnknown(reason, now);
      },
    };
  }

  /** The accounts among these that may look up nothing at the moment, with the time when they may again. */
  async stopped(accounts: readonly number[]): Promise<ReadonlyMap<number, Date>> {
    const stops = await this.#counts.beyond(this.#maxOfAccount, accounts.map(subjectOf));
    return new Map(
      accounts.flatMap((id) => (stops.has(subjectOf(id)) ? [[id, stops.get(subjectOf(id)) as Date]] : [])),
    );
  }

  /** Lets accounts ask again at once: what they asked for so far is forgotten. */
  lift(accounts: readonly number[]): Promise<void> {
    return this.#counts.forget(accounts.map(subjectOf));
  }

  #of(guesser: Guesser): { subject: string; most: number; note: Caller['note']; reason: string } {
    if ('account' in guesser)
      return {
        ...{ subject: subjectOf(guesser.account.id), most: this.#maxOfAccount },
        ...{ note: guesser.note, reason: 'too_many_unknown' },
      };
    const subject = 'lineId' in guesser ? `line ${guesser.lineId}` : `warehouse ${guesser.warehouseId}`;
    return { subject, most: this.#maxOfDevice, note: () => {}, reason: 'too_many_unknown_device' };
  }
}

const subjectOf = (account: number): string => `account ${account}`;

const spareOf = (most: number): number => Math.ceil(most / sparePart);

function tooManyUnknown(reason: string, { until }: GuessCount): Refusal {
  const seconds = Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000));
  const params = { minutes: Math.ceil(seconds / 60) };
  return new Refusal(429, ErrorCode.tooMany, { reason, params }, { retryAfter: seconds });
}
