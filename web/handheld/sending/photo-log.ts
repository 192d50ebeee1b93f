import { CallFailure, withoutAnswer } from '../calls/call.ts';
import type { Person } from '../people/people.ts';
import { database, type StoredPhoto } from '../storage/database.ts';
import { seal } from '../storage/sealing.ts';
import type { LoggedScan } from './logged-scan.ts';

/**
 * Photos of what one person inspects. Each is kept encrypted like a scan, and is sent as evidence from the inspection once that is
 * answered. The server takes each once, by its id.
 */
export class PhotoLog {
  readonly #person: Person;
  readonly #onChange: () => Promise<void>;

  constructor(person: Person, onChange: () => Promise<void>) {
    this.#person = person;
    this.#onChange = onChange;
  }

  /** Keeps a photo of what was scanned. It is on the disk when this resolves. */
  async add(scan: number, photo: Blob): Promise<void> {
    const sealed = await seal(this.#person.dataKey, new Uint8Array(await photo.arrayBuffer()));
    const transaction = (await database()).transaction('photos', 'readwrite', { durability: 'strict' });
    await transaction.store.put({ id: crypto.randomUUID(), person: this.#person.id, scan, at: Date.now(), sealed });
    await transaction.done;
    await this.#onChange();
  }

  /** How many of a scan are not sent yet. */
  readonly ofScan = async (scan: number): Promise<number> =>
    (await this.#all()).filter((photo) => photo.scan === scan).length;

  /** The scans of which there are photos that were not sent yet. */
  readonly scans = async (): Promise<ReadonlySet<number>> => new Set((await this.#all()).map(({ scan }) => scan));

  readonly waiting = async (): Promise<number> =>
    (await this.#all()).filter(({ refused }) => refused === undefined).length;

  readonly refused = async (): Promise<StoredPhoto[]> =>
    (await this.#all()).filter(({ refused }) => refused !== undefined);

  /** Forgets the photos of a scan, or one that the server does not take. */
  async drop(of: { readonly scan: number } | { readonly id: string }): Promise<void> {
    const dropped = (await this.#all()).filter((photo) => ('id' in of ? photo.id === of.id : photo.scan === of.scan));
    const transaction = (await database()).transaction('photos', 'readwrite', { durability: 'strict' });
    for (const { id } of dropped) await transaction.store.delete(id);
    await transaction.done;
    await this.#onChange();
  }

  /** Sends one photo whose inspection is answered; whether there was one. Throws a CallFailure if it may be sent later. */
  async sendNext(answered: (no: number) => Promise<LoggedScan | undefined>): Promise<boolean> {
    for (const photo of await this.#all()) {
      if (photo.refused !== undefined) continue;
      const scan = await answered(photo.scan);
      if (!scan?.answer?.inspection) continue;
      try {
        // Only inspectors need it, and it is not loaded before the first scan.
        const { sendPhoto } = await import('./send-photo.ts').catch(withoutAnswer);
        await sendPhoto(this.#person, photo, scan, scan.answer.inspection.id);
        await (await database()).delete('photos', photo.id);
      } catch (error) {
        if (!(error instanceof CallFailure) || error.isPassing || error.needsSignIn) throw error;
        await (await database()).put('photos', { ...photo, refused: error.message });
      }
      await this.#onChange();
      return true;
    }
    return false;
  }

  /** The oldest first. */
  async #all(): Promise<StoredPhoto[]> {
    const photos = await (await database()).getAllFromIndex('photos', 'by-person', this.#person.id);
    return photos.sort((one, other) => one.at - other.at);
  }
}
