import { mostScans, type ScanResult, scans as sendScans } from '@suyuan/contract/handheld/scan.ts';
import { create } from 'zustand';
import { CallFailure, call } from '../calls/call.ts';
import type { Person } from '../people/people.ts';
import { database, deviceId, type StoredScan } from '../storage/database.ts';
import { openJson, sealJson } from '../storage/sealing.ts';
import { type LoggedScan, refusedHere, type ScanContent, stateOf } from './logged-scan.ts';
import { PhotoLog } from './photo-log.ts';

interface Kept {
  readonly content: ScanContent;
  readonly answer?: ScanResult | undefined;
}

/** How a scan is kept. */
interface Keeping {
  /** Under which the codes gathered for it are kept, which are in it now. */
  readonly draft?: string;
  /** Why it is not sent: somebody has to settle it first. */
  readonly refusal?: string;
}

interface Sending {
  /** Whether `waiting` has been counted yet. */
  readonly isCounted: boolean;
  readonly waiting: number;
  /** Photos that wait to be sent. */
  readonly photos: number;
  /** When the oldest of them was made, in milliseconds. */
  readonly oldest: number | undefined;
  readonly failure: CallFailure | undefined;
}

const firstPause = 1000;
const longestPause = 30_000;

/**
 * The scans of one person on this handheld. Each is kept durably before anybody hears that it was taken. They are sent by themselves in
 * their order, and again until there is an answer; the server answers each once, by its id.
 */
export class ScanLog {
  readonly sending = create<Sending>()(() => ({
    ...{ isCounted: false, waiting: 0, photos: 0, oldest: undefined, failure: undefined },
  }));
  readonly photos: PhotoLog;
  readonly #person: Person;
  readonly #stopping = new AbortController();
  readonly #listeners = new Set<(scans: readonly LoggedScan[]) => void>();
  /** Ends the pause between two attempts. */
  #wake: () => void = () => undefined;

  constructor(person: Person) {
    this.#person = person;
    this.photos = new PhotoLog(person, async () => {
      await this.#count();
      this.#wake();
    });
  }

  /** Sends what waits until `stop` is called. Of several tabs, one sends. */
  start(): void {
    const { signal } = this.#stopping;
    addEventListener('online', () => this.#wake(), { signal });
    void this.#count();
    // It rejects when the log is stopped while another tab sends.
    navigator.locks.request('sending', { signal }, () => this.#run()).catch(() => undefined);
  }

  stop(): void {
    this.#stopping.abort();
    this.#wake();
  }

  /** Calls back with scans that got their answers. */
  follow(callback: (scans: readonly LoggedScan[]) => void): () => void {
    this.#listeners.add(callback);
    return () => this.#listeners.delete(callback);
  }

  /** Keeps a scan. It is on the disk when this resolves. */
  async add(task: string, content: ScanContent, { draft = task, refusal }: Keeping = {}): Promise<LoggedScan> {
    const id = crypto.randomUUID();
    const answer = refusal === undefined ? undefined : refusedHere(id, content.code, refusal);
    const scan = { id, task, at: Date.now(), state: answer ? ('refused' as const) : ('waiting' as const) };
    const sealed = await sealJson(this.#person.dataKey, { content, answer } satisfies Kept);
    const person = this.#person.id;
    const stores = ['scans', 'drafts'] as const;
    const transaction = (await database()).transaction(stores, 'readwrite', { durability: 'strict' });
    const no = await transaction.objectStore('scans').add({ ...scan, person, sealed } as StoredScan);
    // What was gathered for it is in it.
    await transaction.objectStore('drafts').delete([person, draft]);
    await transaction.done;
    const kept = { ...scan, no, content, answer };
    if (answer) return kept;
    const { waiting, oldest } = this.sending.getState();
    this.sending.setState({ waiting: waiting + 1, oldest: oldest ?? scan.at });
    this.#wake();
    return kept;
  }

  /** Puts a scan in the place of one that was refused, with its photos. */
  async replace({ no, task }: Pick<LoggedScan, 'no' | 'task'>, content: ScanContent): Promise<void> {
    const { id: person, dataKey } = this.#person;
    const scan = { id: crypto.randomUUID(), task, at: Date.now(), state: 'waiting' as const, person };
    const sealed = await sealJson(dataKey, { content } satisfies Kept);
    const stores = ['scans', 'photos'] as const;
    const transaction = (await database()).transaction(stores, 'readwrite', { durability: 'strict' });
    const photos = transaction.objectStore('photos');
    const next = await transaction.objectStore('scans').add({ ...scan, sealed } as StoredScan);
    for (const photo of await photos.index('by-person').getAll(person))
      if (photo.scan === no) await photos.put({ ...photo, scan: next });
    await transaction.objectStore('scans').delete(no);
    await transaction.done;
    await this.#count();
    this.#wake();
  }

  /** Keeps the codes of a scan that needs more of them. They are on the disk when this resolves. */
  async keepDraft(task: string, codes: readonly string[]): Promise<void> {
    const sealed = await sealJson(this.#person.dataKey, codes);
    const transaction = (await database()).transaction('drafts', 'readwrite', { durability: 'strict' });
    await transaction.store.put({ person: this.#person.id, task, sealed });
    await transaction.done;
  }

  /** The codes of a scan that needs more of them. */
  async draftOf(task: string): Promise<readonly string[]> {
    const draft = await (await database()).get('drafts', [this.#person.id, task]);
    // What cannot be decrypted any more is gathered again.
    return draft ? openJson<readonly string[]>(this.#person.dataKey, draft.sealed).catch(() => []) : [];
  }

  /** Forgets what was gathered for a task, by whichever act. */
  async dropDrafts(task: string): Promise<void> {
    const of = (draft: string): [string, string] => [this.#person.id, draft];
    const transaction = (await database()).transaction('drafts', 'readwrite');
    await transaction.store.delete(of(task));
    await transaction.store.delete(IDBKeyRange.bound(of(`${task} `), of(`${task} \uffff`)));
    await transaction.done;
  }

  /** The scans of a task in their order. */
  async ofTask(task: string): Promise<LoggedScan[]> {
    const rows = await (await database()).getAllFromIndex('scans', 'by-task', [this.#person.id, task]);
    return this.#readable(rows.filter(({ state }) => state !== 'spoiled'));
  }

  /** Scans that were refused and that nobody has settled. */
  async refused(): Promise<LoggedScan[]> {
    const rows = await (await database()).getAllFromIndex('scans', 'by-state', [this.#person.id, 'refused']);
    return this.#readable(rows);
  }

  /** Scans that cannot be decrypted any more. */
  async spoiled(): Promise<Pick<StoredScan, 'no' | 'at'>[]> {
    return (await database()).getAllFromIndex('scans', 'by-state', [this.#person.id, 'spoiled']);
  }

  /** Forgets answered scans: refused ones that were settled, or taken ones that a new snapshot contains. Those with photos stay. */
  async forget(numbers: readonly number[]): Promise<void> {
    const photographed = await this.photos.scans();
    const transaction = (await database()).transaction('scans', 'readwrite');
    for (const no of numbers) {
      const row = await transaction.store.get(no);
      if (row && row.state !== 'waiting' && !photographed.has(no)) await transaction.store.delete(no);
    }
    await transaction.done;
  }

  async #run(): Promise<void> {
    let pause = firstPause;
    let size = mostScans;
    while (!this.#stopping.signal.aborted) {
      const rows = await this.#waiting(size);
      try {
        if (rows.length === 0 && !(await this.photos.sendNext((no) => this.#answered(no)))) {
          pause = firstPause;
          size = mostScans;
          await this.#rest(longestPause);
          continue;
        }
        if (rows.length > 0) await this.#send(rows);
        pause = firstPause;
        size = Math.min(mostScans, size * 2);
        this.sending.setState({ failure: undefined });
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error;
        if (rows.length > 0 && (error.status === 400 || error.status === 404)) {
          // One of them is at fault: it is looked for by halves, and waits for no others.
          if (rows.length === 1) await this.#refuse(rows[0] as StoredScan, error);
          size = Math.max(1, Math.floor(rows.length / 2));
          continue;
        }
        this.sending.setState({ failure: error });
        await this.#rest(pause);
        pause = Math.min(longestPause, pause * 2);
      }
    }
  }

  async #waiting(most: number): Promise<StoredScan[]> {
    return (await database()).getAllFromIndex('scans', 'by-state', [this.#person.id, 'waiting'], most);
  }

  async #send(rows: readonly StoredScan[]): Promise<void> {
    const logged = await this.#readable(rows);
    if (logged.length === 0) return;
    const { results } = await call(
      sendScans,
      {
        device: await deviceId(),
        sent_at: new Date().toISOString(),
        scans: logged.map(({ id, no, at, content }) => ({
          ...{ id, no, scanned_at: new Date(at).toISOString() },
          ...content,
        })),
      },
      this.#person.session.token,
    );
    const byId = new Map(results.map((result) => [result.id, result]));
    const answered = logged.flatMap((scan) => {
      const answer = byId.get(scan.id);
      return answer ? [{ ...scan, answer, state: stateOf(answer) }] : [];
    });
    await this.#keepAnswers(answered);
  }

  /** A scan that the server takes in no form is settled like one that it refused. */
  async #refuse(row: StoredScan, { message }: CallFailure): Promise<void> {
    const scan = await this.#opened(row);
    const answer = refusedHere(scan.id, scan.content.code, message);
    await this.#keepAnswers([{ ...scan, answer, state: 'refused' }]);
  }

  async #keepAnswers(answered: readonly LoggedScan[]): Promise<void> {
    const { dataKey, id: person } = this.#person;
    const rows = await Promise.all(
      answered.map(async ({ content, answer, ...scan }): Promise<StoredScan> => {
        const sealed = await sealJson(dataKey, { content, answer } satisfies Kept);
        return { ...scan, person, sealed };
      }),
    );
    const transaction = (await database()).transaction('scans', 'readwrite');
    await Promise.all([...rows.map((row) => transaction.store.put(row)), transaction.done]);
    await this.#count();
    for (const listener of this.#listeners) listener(answered);
  }

  /** Those that can be decrypted. The others are set aside, for what was scanned after them does not wait for them. */
  async #readable(rows: readonly StoredScan[]): Promise<LoggedScan[]> {
    const read: LoggedScan[] = [];
    const spoiled: StoredScan[] = [];
    for (const row of rows) {
      const scan = await this.#opened(row).catch(() => undefined);
      if (scan) read.push(scan);
      // The server has what it took.
      else if (row.state !== 'taken') spoiled.push({ ...row, state: 'spoiled' });
    }
    if (spoiled.length > 0) {
      const transaction = (await database()).transaction('scans', 'readwrite', { durability: 'strict' });
      await Promise.all([...spoiled.map((row) => transaction.store.put(row)), transaction.done]);
      await this.#count();
      for (const listener of this.#listeners) listener([]);
    }
    return read;
  }

  async #opened({ sealed, no, id, task, at, state }: StoredScan): Promise<LoggedScan> {
    const { content, answer } = await openJson<Kept>(this.#person.dataKey, sealed);
    return { no, id, task, at, state, content, answer };
  }

  /** A scan with its answer; undefined as long as there is none. */
  async #answered(no: number): Promise<LoggedScan | undefined> {
    const row = await (await database()).get('scans', no);
    if (!row || row.state === 'waiting' || row.state === 'spoiled') return undefined;
    return (await this.#readable([row]))[0];
  }

  async #count(): Promise<void> {
    const index = (await database()).transaction('scans').store.index('by-state');
    const range = IDBKeyRange.only([this.#person.id, 'waiting']);
    const [waiting, first] = await Promise.all([index.count(range), index.get(range)]);
    this.sending.setState({ isCounted: true, waiting, photos: await this.photos.waiting(), oldest: first?.at });
  }

  #rest(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
