import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, serverArguments } from '../../install.mjs';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/platform/embedded-postgres/start.ts';

const adminPassword = 'bench-only-password';

/**
 * The real server and an embedded database (or a given one), each in a process of its own, with a signed-in account. Closing
 * removes everything.
 */
export class Stage {
  readonly folder: string;
  readonly databaseUrl: string;
  readonly url: string;
  readonly pid: number;
  readonly #postgres: Pick<EmbeddedPostgres, 'url' | 'stop'>;
  readonly #server: ChildProcess;
  #token = '';

  static async open(settings: Readonly<Record<string, string>> = {}, databaseUrl?: string): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), 'suyuan-bench-'));
    const postgres =
      databaseUrl === undefined
        ? await startEmbeddedPostgres({ dataDir: folder, log: () => {} })
        : { url: databaseUrl, stop: async () => {} };
    const { child, url } = await startProcess(serverArguments, /Address\s+(http\S+)/, {
      SUYUAN_PORT: '0',
      SUYUAN_DATA_DIR: folder,
      SUYUAN_DATABASE_URL: postgres.url,
      SUYUAN_ADMIN_PASSWORD: adminPassword,
      SUYUAN_RATE_LIMIT: 'off',
      SUYUAN_LOG_LEVEL: 'silent',
      SUYUAN_SAMPLE: 'off',
      ...settings,
    });
    const stage = new Stage(folder, postgres, child, url);
    await stage.signIn();
    return stage;
  }

  private constructor(
    folder: string,
    postgres: Pick<EmbeddedPostgres, 'url' | 'stop'>,
    server: ChildProcess,
    url: string,
  ) {
    this.folder = folder;
    this.#postgres = postgres;
    this.#server = server;
    this.databaseUrl = postgres.url;
    this.url = url;
    this.pid = server.pid as number;
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

  /** Makes a GET request and reads the answer; throws if it fails. */
  async get(path: string): Promise<void> {
    const response = await fetch(this.url + path, { headers: this.headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    await response.arrayBuffer();
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

  async close(): Promise<void> {
    await stopProcess(this.#server);
    await this.#postgres.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Runs a script with this Node until it prints the URL that it listens on. */
export async function startProcess(
  /** The arguments of Node, run in the project's folder. */
  args: readonly string[],
  address: RegExp,
  env: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: Buffer) => {
      printed += text;
      const found = address.exec(printed)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`${args.at(-1)} ended with ${code}:\n${printed}`)));
    child.once('error', reject);
  });
  return { child, url };
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
