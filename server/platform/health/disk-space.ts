import { statfs } from 'node:fs/promises';
import type { FastifyBaseLogger } from 'fastify';

const megabyte = 2 ** 20;
const period = 30_000;

/** Free megabytes below which a person is warned: PostgreSQL's write-ahead log alone may take 2 GB between two checkpoints. */
const fewMegabytes = 1024;

/** Warns in the log, once, when the disk of the data folder is nearly full: a database without space ends. */
export class DiskSpace {
  readonly #folder: string;
  readonly #log: FastifyBaseLogger;
  readonly #few: number;
  #isLow = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, log: FastifyBaseLogger, few = fewMegabytes) {
    this.#folder = folder;
    this.#log = log;
    this.#few = few;
  }

  async open(): Promise<void> {
    await this.look();
    this.#timer = setInterval(() => void this.look(), period).unref();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async look(): Promise<void> {
    const disk = await statfs(this.#folder).catch(() => undefined);
    if (!disk) return;
    const free = Math.floor((disk.bavail * disk.bsize) / megabyte);
    const wasLow = this.#isLow;
    // Not back and forth at the limit.
    this.#isLow = free < (wasLow ? this.#few * 1.25 : this.#few);
    if (this.#isLow && !wasLow)
      this.#log.error(
        { folder: this.#folder, megabytes: free },
        'the disk of the data folder is nearly full: free space or enlarge it, or writes are refused and the database ends',
      );
    if (wasLow && !this.#isLow) this.#log.warn({ megabytes: free }, 'the disk of the data folder has space again');
  }
}
