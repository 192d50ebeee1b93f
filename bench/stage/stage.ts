import { execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openSql } from '@suyuan/server/platform/database/driver/open-sql.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { adminPassword, emptyFolder, migratedFolder, startDatabase, startServer } from './data-folder.ts';
import { stopLater } from './started.ts';

/** The real server and an embedded database (or a given one), each in a process of its own, with a signed-in account. */
export class Stage {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly url: string;
  readonly pid: number;
  #token = '';

  static async open(settings: Readonly<Record<string, string>> = {}, databaseUrl?: string): Promise<Stage> {
    // Sample data are for empty databases, and what is sealed there is under a key of its own.
    const begins = databaseUrl !== undefined || settings.SUYUAN_SAMPLE === 'on' || 'SUYUAN_MASTER_KEY' in settings;
    const folder = await (begins ? emptyFolder() : migratedFolder());
    const database = databaseUrl ?? (await startDatabase(folder));
    const { child, url } = await startServer(folder, database, settings);
    const stage = new Stage(folder, database, url, child.pid as number);
    await stage.signIn();
    return stage;
  }

  private constructor(folder: string, databaseUrl: string, url: string, pid: number) {
    this.folder = folder;
    this.databaseUrl = databaseUrl;
    this.url = url;
    this.pid = pid;
  }

  /** Connections of the benchmark itself. */
  connect(max = 1): Sql {
    const sql = openSql(this.databaseUrl, { max });
    stopLater(() => sql.end());
    return sql;
  }

  async signIn(): Promise<void> {
    const account = { account_name: 'admin', account_password: adminPassword, account_type: 1, permissions: 1 };
    this.#token = await this.call<string>('/api/sso/login', account);
  }

  get headers(): { token: string } {
    return { token: this.#token };
  }

  async call<Data>(path: string, body: unknown): Promise<Data> {
    const headers = { 'content-type': 'application/json', ...(this.#token ? this.headers : {}) };
    const response = await fetch(this.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { data: Data; message: string };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data;
  }

  /** Makes a GET request; resolves to the data of the answer. */
  async get<Data>(path: string): Promise<Data> {
    const response = await fetch(this.url + path, { headers: this.headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  }

  /** Adds a rule of anti-counterfeit codes with 16 digits and a product; resolves to the ids for orders. */
  async prepareOrders(): Promise<{ rule_id: number; product_id: number }> {
    const rule = {
      rule_name: 'bench',
      level: 1,
      prefix: '',
      alphabet: 'digits',
      body_length: 16,
      check: 'none',
      carrier: 'plain',
    };
    const { id: rule_id } = await this.call<{ id: number }>('/api/tagging/coderules/add', rule);
    const product = { product_code: 'bench', product_name: 'bench' };
    const { id: product_id } = await this.call<{ id: number }>('/api/base/products/add', product);
    return { rule_id, product_id };
  }

  downloadUrl(orderId: number): string {
    return `${this.url}/api/tagging/orders/download?id=${orderId}&format=txt&purpose=test&reprint=test`;
  }

  /** Streams the file of an order. */
  async download(orderId: number): Promise<ReadableStream<Uint8Array>> {
    const response = await fetch(this.downloadUrl(orderId), { headers: this.headers });
    if (!response.ok || !response.body) throw new Error(`download: ${response.status} ${await response.text()}`);
    return response.body;
  }
}

/** The maximum resident memory of a process in bytes, until `end` is settled. */
export async function peakMemory(pid: number, end: Promise<unknown>): Promise<number> {
  let most = 0;
  let ended = false;
  const over = () => {
    ended = true;
  };
  end.then(over, over);
  while (!ended) {
    // It fails if the process has just ended.
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]).catch(() => ({
      stdout: '0',
    }));
    most = Math.max(most, Number(stdout) * 1024);
    await wait(100);
  }
  await end;
  return most;
}
