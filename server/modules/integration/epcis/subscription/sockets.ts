import type { WebSocket } from 'ws';
import type { Sql } from '#platform/database/driver/sql.ts';
import { socketLease } from './subscriptions.ts';

/** How long a receiver may take for a document, in milliseconds. */
const patience = 10_000;
/** How often a receiver has to answer that it is there. */
const beat = 30_000;
/** The codes of RFC 6455 by which a socket is closed: the server stops; the subscription or its key has ended. */
const [goingAway, policy] = [1001, 1008];

interface Open {
  readonly socket: WebSocket;
  isAlive: boolean;
}

/** The WebSockets on this server by the number of their subscription, whose row ends with them. */
export class Sockets {
  readonly #sql: Sql;
  readonly #server: string;
  readonly #open = new Map<number, Open>();
  #beaten = Date.now();

  constructor(sql: Sql, server: string) {
    this.#sql = sql;
    this.#server = server;
  }

  add(id: number, socket: WebSocket): void {
    const open = { socket, isAlive: true };
    this.#open.set(id, open);
    socket.on('pong', () => {
      open.isAlive = true;
    });
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      this.#open.delete(id);
      // If this fails, the row ends when its time has passed.
      void this.#sql`delete from epcis_subscription where id = ${id} and dest is null`.catch(() => {});
    });
  }

  ids(): number[] {
    return [...this.#open.keys()];
  }

  /** Sends a document. Throws if the receiver does not take it. */
  send(id: number, body: string): Promise<void> {
    const socket = this.#open.get(id)?.socket;
    if (!socket) return Promise.reject(new Error('the WebSocket is closed'));
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        socket.terminate();
        reject(new Error('no answer in time'));
      }, patience);
      socket.send(body, (error) => {
        clearTimeout(late);
        if (error) reject(error);
        else resolve();
      });
    });
  }

  /** Closes a WebSocket whose key is not valid any more. */
  end(id: number): void {
    this.#open.get(id)?.socket.close(policy, 'The key is not valid any more');
  }

  /** Closes those whose subscription was deleted or whose key has ended, and keeps the rows of the others. */
  async closeEnded(): Promise<void> {
    const ids = this.ids();
    if (ids.length === 0) return;
    const rows = await this.#sql<{ id: number }[]>`
      select s.id from epcis_subscription s join api_key k on k.account_id = s.account_id
      where s.id = any(${ids}::bigint[]) and s.claimed_by = ${this.#server}
        and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())`;
    const there = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) this.#open.get(id)?.socket.close(policy, 'The subscription has ended');
    if (Date.now() - this.#beaten >= beat) await this.#beat([...there]);
  }

  close(): void {
    for (const { socket } of this.#open.values()) socket.close(goingAway, 'The server stops');
  }

  /** Keeps rows, and ends connections whose other end is gone without a word. */
  async #beat(ids: readonly number[]): Promise<void> {
    this.#beaten = Date.now();
    for (const one of this.#open.values()) {
      if (!one.isAlive) one.socket.terminate();
      one.isAlive = false;
      one.socket.ping();
    }
    await this.#sql`
      update epcis_subscription set claimed_until = now() + ${socketLease}::interval where id = any(${[...ids]}::bigint[])`;
  }
}
