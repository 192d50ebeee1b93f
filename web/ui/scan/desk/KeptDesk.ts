import { newKey } from '#core/newKey.ts';
import { useSession } from '#core/session/session.ts';

/** What a desk keeps in the browser, so that a reload, a crash or the end of the session loses nothing. */
export interface Kept {
  /** The state of the desk itself. */
  readonly own: object;
  /** Scans and steps without an answer yet, with the keys that they were sent under. */
  readonly tasks: readonly unknown[];
  /** The key of an event without an answer yet. */
  readonly sent?: { readonly contents: string; readonly key: string } | undefined;
  /** When what the desk holds was begun, in milliseconds; undefined if it holds nothing. */
  readonly since?: number | undefined;
}

/** Kept desks that nobody has touched for so long are forgotten. */
const forgottenAfterMs = 14 * 24 * 60 * 60_000;

interface Stored {
  readonly holder: string;
  readonly at: number;
  readonly kept: Kept;
}

/**
 * A place in the browser's storage for one desk of one person. Only one tab holds it: the one that opened the desk last. The tab
 * that held it before may not write any more, so two tabs never carry out the same scans.
 */
export class KeptDesk {
  readonly #place: string;
  readonly #storage: Storage;
  readonly #holder = newKey();
  #holds = false;

  constructor(place: string, storage: Storage = localStorage) {
    this.#place = place;
    this.#storage = storage;
  }

  /** What was kept. This desk holds it from now on. */
  take(): Kept | undefined {
    const content = readStored(this.#storage, this.#place)?.kept;
    this.#holds = true;
    if (content) this.#write(content);
    return content;
  }

  /** Whether another tab has taken it. */
  get isElsewhere(): boolean {
    const record = readStored(this.#storage, this.#place);
    if (record && record.holder !== this.#holder) this.#holds = false;
    return !this.#holds;
  }

  /** Keeps what the desk holds, unless another tab holds it. */
  keep(content: Kept): void {
    if (!this.isElsewhere) this.#write(content);
  }

  /** Calls back when another tab has taken it. */
  follow(callback: () => void): () => void {
    const look = ({ key }: StorageEvent) => {
      if (key === this.#place && this.isElsewhere) callback();
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }

  #write(content: Kept): void {
    const record: Stored = { holder: this.#holder, at: Date.now(), kept: content };
    try {
      this.#storage.setItem(this.#place, JSON.stringify(record));
    } catch {
      // The browser refuses storage, or it is full: the desk works on, for as long as the page is open.
    }
  }
}

/** The prefix of the desks of the person signed in. Another person of the same browser has another one. */
const ownPlaces = (): string => {
  const { self, name, account_type } = useSession.getState();
  return `desk.${self?.account_type ?? account_type}.${self?.account_name ?? name}.`;
};

/** The kept desk of the person signed in for a document, such as a work order. */
export function keptDesk(screen: string, document: number | string = ''): KeptDesk {
  forgetOld();
  return new KeptDesk(`${ownPlaces()}${screen}.${document}`);
}

/** What desks of one screen hold for the person signed in, by document; the one touched last first. */
export function heldOn(screen: string): { readonly document: string; readonly kept: Kept }[] {
  const prefix = `${ownPlaces()}${screen}.`;
  return Object.keys(localStorage)
    .filter((place) => place.startsWith(prefix))
    .flatMap((place) => {
      const record = readStored(localStorage, place);
      return record?.kept.since === undefined ? [] : [{ ...record, document: place.slice(prefix.length) }];
    })
    .sort((one, other) => other.at - one.at);
}

function forgetOld(): void {
  for (const place of Object.keys(localStorage)) {
    if (!place.startsWith('desk.')) continue;
    const record = readStored(localStorage, place);
    if (!record || Date.now() - record.at > forgottenAfterMs) localStorage.removeItem(place);
  }
}

function readStored(storage: Storage, place: string): Stored | undefined {
  try {
    const record = JSON.parse(storage.getItem(place) ?? 'null') as Partial<Stored> | null;
    const isWhole = typeof record?.at === 'number' && typeof record.kept?.own === 'object';
    return isWhole && Array.isArray(record.kept?.tasks) ? (record as Stored) : undefined;
  } catch {
    return undefined;
  }
}
