import { connect, type Socket } from 'node:net';

/** Where and how to send requests. */
export interface Load {
  readonly url: string;
  readonly path: string;
  readonly nextBody: () => string;
  readonly connections: number;
  readonly seconds: number;
  /** The token of a session. */
  readonly token?: string;
  /** The client address in X-Forwarded-For. */
  readonly from?: string;
  /** Requests per second, evenly spread; without it, as many as are answered. */
  readonly rate?: number;
  /** Ends the load early. */
  readonly isOver?: () => boolean;
}

export interface LoadResult {
  readonly perSecond: number;
  /** In milliseconds, from when a request was due until its answer is complete. */
  readonly p50: number;
  readonly p99: number;
}

/** Sends POST requests over persistent connections, one at a time on each, by a minimal client that costs little itself. */
export async function load(wish: Load): Promise<LoadResult> {
  const { hostname, port } = new URL(wish.url);
  const latencies: number[] = [];
  const idle: Connection[] = [];
  const due: number[] = [];
  const begun = performance.now();
  const isOver = () => wish.isOver?.() === true || performance.now() - begun > wish.seconds * 1000;

  const post = (connection: Connection, since: number) => {
    connection.request(wish.path, wish.nextBody(), () => {
      latencies.push(performance.now() - since);
      if (isOver()) return connection.end();
      if (wish.rate === undefined) return post(connection, performance.now());
      const next = due.shift();
      if (next === undefined) idle.push(connection);
      else post(connection, next);
    });
  };
  const opened = await Promise.all(
    Array.from({ length: wish.connections }, () => Connection.open(hostname, Number(port), wish)),
  );
  if (wish.rate === undefined) for (const connection of opened) post(connection, performance.now());
  else {
    idle.push(...opened);
    await pace(wish.rate, isOver, (at) => {
      const connection = idle.pop();
      if (connection) post(connection, at);
      else due.push(at);
    });
    for (const connection of idle) connection.end();
  }
  await Promise.all(opened.map(({ closed }) => closed));
  const seconds = (performance.now() - begun) / 1000;
  const sorted = Float64Array.from(latencies).sort();
  const quantile = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { perSecond: sorted.length / seconds, p50: quantile(0.5), p99: quantile(0.99) };
}

/**
 * Calls `send` at a constant rate with the time when each call was due, so that late answers do not shift the schedule (no
 * coordinated omission).
 */
async function pace(rate: number, isOver: () => boolean, send: (at: number) => void): Promise<void> {
  const begun = performance.now();
  for (let sent = 0; !isOver(); ) {
    for (; begun + (sent * 1000) / rate <= performance.now(); sent++) send(begun + (sent * 1000) / rate);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

class Connection {
  readonly closed: Promise<unknown>;
  readonly #socket: Socket;
  readonly #headers: string;
  #read = '';
  #answered: () => void = () => {};

  static open(host: string, port: number, wish: Pick<Load, 'token' | 'from'>): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new Connection(socket, wish))).once('error', reject);
    });
  }

  private constructor(socket: Socket, { token, from }: Pick<Load, 'token' | 'from'>) {
    const headers = { token, 'X-Forwarded-For': from };
    this.#headers = Object.entries(headers)
      .map(([name, value]) => (value === undefined ? '' : `${name}: ${value}\r\n`))
      .join('');
    this.#socket = socket.setNoDelay(true);
    this.closed = new Promise((resolve, fail) => socket.once('close', resolve).once('error', fail));
    socket.setEncoding('latin1').on('data', (text) => this.#take(String(text)));
  }

  request(path: string, body: string, answered: () => void): void {
    this.#answered = answered;
    const head = `POST ${path} HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\n${userAgent}${this.#headers}`;
    this.#socket.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`, 'latin1');
  }

  end(): void {
    this.#socket.end();
  }

  #take(text: string): void {
    this.#read += text;
    const headEnd = this.#read.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/\r\ncontent-length: (\d+)/i.exec(this.#read)?.[1]);
    if (this.#read.length < headEnd + 4 + length) return;
    if (!this.#read.startsWith('HTTP/1.1 200')) this.#socket.destroy(new Error(this.#read));
    this.#read = '';
    this.#answered();
  }
}

const userAgent =
  'User-Agent: Mozilla/5.0 (Linux; Android 14; V2309A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0.6478.188 Mobile Safari/537.36 MicroMessenger/8.0.50\r\n';
