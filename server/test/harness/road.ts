import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a database that can be closed and opened, and on which nothing moves while it is frozen. */
export class Road {
  readonly #target: URL;
  readonly #server: Server;
  readonly #travellers = new Set<Socket>();
  #isFrozen = false;
  #port = 0;

  static async to(databaseUrl: string): Promise<Road> {
    const road = new Road(new URL(databaseUrl));
    await road.open();
    return road;
  }

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((near) => {
      const far = connect(Number(target.port || 5432), target.hostname);
      near.pipe(far);
      far.pipe(near);
      for (const socket of [near, far]) {
        this.#travellers.add(socket);
        if (this.#isFrozen) socket.pause();
        socket.on('error', () => {});
        socket.on('close', () => {
          near.destroy();
          far.destroy();
          this.#travellers.delete(socket);
        });
      }
    });
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.#port}`;
    return url.href;
  }

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.#port, '127.0.0.1', done));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Connections stay open and new ones are accepted, but nothing arrives. */
  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#travellers) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#travellers) socket.resume();
  }

  async close(): Promise<void> {
    const closed = new Promise((done) => this.#server.close(done));
    for (const socket of this.#travellers) socket.destroy();
    await closed;
  }
}
