import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { text } from 'node:stream/consumers';

// A process of its own that sends more requests than a server can answer: raw HTTP over kept connections, because a client that costs
// as much as the server would be the slower of the two. It reads what to send from the standard input, and writes what came of it.

/** Requests of one kind. Without a rate each connection sends as soon as it has an answer. */
export interface Stream {
  readonly name: string;
  readonly requests: readonly string[];
  readonly connections: number;
  /** Requests a second, due whether or not the ones before are answered; those for which no connection is left are not sent. */
  readonly rate?: number;
}

export interface Flood {
  readonly url: string;
  readonly seconds: number;
  readonly streams: readonly Stream[];
}

/** What came of the requests of a stream; times are in milliseconds and of answers with 200. */
export interface Outcome {
  readonly due: number;
  readonly sent: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Refusals that did not say when to come back. */
  readonly withoutRetryAfter: number;
  readonly p50: number;
  readonly p99: number;
  /** The places of the requests that were answered with 200, which are sent one after the other. */
  readonly acknowledged: readonly number[];
}

/** Milliseconds for which answers are waited for in the end. */
const patience = 60_000;

class Kind {
  readonly #target: URL;
  readonly #stream: Stream;
  readonly #idle: Line[] = [];
  readonly #times: number[] = [];
  readonly #acknowledged: number[] = [];
  readonly #statuses: Record<string, number> = {};
  #lines = 0;
  #due = 0;
  #sent = 0;
  #withoutRetryAfter = 0;
  #underWay = 0;
  #isOver = false;

  constructor(target: URL, stream: Stream) {
    this.#target = target;
    this.#stream = stream;
  }

  /** Sends what is due after so many seconds. */
  send(elapsed: number): void {
    const { rate, connections } = this.#stream;
    if (rate === undefined) {
      while (this.#lines < connections) this.#next();
      return;
    }
    for (const due = Math.floor(elapsed * rate); this.#due < due; this.#due++) {
      if (this.#idle.length > 0 || this.#lines < connections) this.#next();
    }
  }

  /** Sends no more, and waits for the answers that are to come. */
  async end(): Promise<Outcome> {
    this.#isOver = true;
    const until = performance.now() + patience;
    while (this.#underWay > 0 && performance.now() < until) await new Promise((done) => setTimeout(done, 20));
    if (this.#underWay > 0) this.#count('unanswered', this.#underWay);
    for (const line of this.#idle) line.close();
    const sorted = this.#times.toSorted((a, b) => a - b);
    const quantile = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      due: this.#stream.rate === undefined ? this.#sent : this.#due,
      sent: this.#sent,
      statuses: this.#statuses,
      withoutRetryAfter: this.#withoutRetryAfter,
      p50: quantile(0.5),
      p99: quantile(0.99),
      acknowledged: this.#acknowledged,
    };
  }

  #next(): void {
    const line = this.#idle.pop() ?? this.#newLine();
    const at = this.#sent++;
    const begun = performance.now();
    this.#underWay += 1;
    line.ask(this.#stream.requests[at % this.#stream.requests.length] as string, (outcome, head) => {
      this.#underWay -= 1;
      this.#count(outcome);
      if (outcome === '200') {
        this.#times.push(performance.now() - begun);
        this.#acknowledged.push(at);
      } else if (head !== '' && !/\r\nretry-after: \d/i.test(head)) this.#withoutRetryAfter += 1;
      if (line.isOpen) this.#idle.push(line);
      else this.#lines -= 1;
      if (this.#stream.rate === undefined && !this.#isOver) this.#next();
    });
  }

  #newLine(): Line {
    this.#lines += 1;
    return new Line(this.#target);
  }

  #count(outcome: string, times = 1): void {
    this.#statuses[outcome] = (this.#statuses[outcome] ?? 0) + times;
  }
}

type Answered = (outcome: string, head: string) => void;

/** A connection with one request at a time. */
class Line {
  readonly #socket: Socket;
  #answered: Answered | undefined;
  #read = '';

  constructor({ hostname, port }: URL) {
    this.#socket = connect(Number(port), hostname).setNoDelay(true).setEncoding('latin1');
    this.#socket.on('data', (chunk) => this.#take(String(chunk)));
    this.#socket.on('error', (error: NodeJS.ErrnoException) => this.#over(error.code ?? error.message, ''));
    this.#socket.on('close', () => this.#over('closed', ''));
  }

  get isOpen(): boolean {
    return this.#socket.readyState === 'open';
  }

  ask(request: string, answered: Answered): void {
    this.#answered = answered;
    this.#socket.write(request, 'latin1');
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#read += chunk;
    const headEnd = this.#read.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#read.slice(0, headEnd);
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
    const isWhole =
      length === undefined ? this.#read.endsWith('0\r\n\r\n') : this.#read.length >= headEnd + 4 + Number(length);
    if (!isWhole) return;
    this.#read = '';
    this.#over(head.slice(9, 12), head);
  }

  #over(outcome: string, head: string): void {
    const answered = this.#answered;
    this.#answered = undefined;
    answered?.(outcome, head);
  }
}

async function flood({ url, seconds, streams }: Flood): Promise<Record<string, Outcome>> {
  const kinds = streams.map((stream) => [stream.name, new Kind(new URL(url), stream)] as const);
  const begun = performance.now();
  for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - begun) / 1000) {
    for (const [, kind] of kinds) kind.send(elapsed);
    await new Promise((done) => setTimeout(done, 2));
  }
  return Object.fromEntries(await Promise.all(kinds.map(async ([name, kind]) => [name, await kind.end()] as const)));
}

if (import.meta.main) {
  // The callers are other machines, which take no time of the server's.
  setPriority(10);
  const outcomes = await flood(JSON.parse(await text(process.stdin)) as Flood);
  process.stdout.write(JSON.stringify(outcomes), () => process.exit());
}
