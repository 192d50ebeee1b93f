import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { hash } from '@node-rs/argon2';
import type { AccountType } from '@suyuan/contract/access/account-type.ts';
import type { Call, Envelope, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { type AppOptions, buildApp } from '#app.ts';
import { addFirstAccount } from '#modules/organ/session/first-account.ts';
import { readConfig } from '#platform/config/config.ts';
import { openDatabase } from '#platform/database/database.ts';
import type { Sql } from '#platform/database/driver/sql.ts';
import { migrate } from '#platform/migrate/migrate.ts';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { tables } from '#tables.ts';
import { ask } from './ask.ts';
import { newMigratedDatabase } from './new-database.ts';

export const adminPassword = 'a-first-password-1';

/** A cheap hash: tests create many accounts, and a sign-in with the usual cost takes long. */
const lightHash = hash(adminPassword, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

export interface CallOptions {
  readonly token?: string | undefined;
  readonly language?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer<Data> {
  readonly status: number;
  readonly envelope: Envelope<Data>;
}

export interface TestAccount {
  readonly name?: string;
  readonly factory?: number;
  readonly dealer?: number;
}

/** What can be called at an address: a server's, or that of a proxy before some. */
export interface TestCalls {
  readonly url: string;
  /** Makes a call over HTTP, as the administrator by default. `input` may be as wrong as a test wants. */
  call<C extends Call>(call: C, input: unknown, options?: CallOptions): Promise<Answer<OutputOf<C>>>;
  /** The same for a call that must succeed: its data. */
  data<C extends Call>(call: C, input: InputOf<C>, options?: CallOptions): Promise<OutputOf<C>>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

export interface TestServer extends TestCalls {
  readonly sql: Sql;
  readonly databaseUrl: string;
  readonly masterKey: string;
  /** The administrator's token. */
  readonly admin: string;
  /** The token of a new account with these permissions: the enterprise's, or a factory's or dealer's by its id. */
  as(permissions: readonly Permission[], account?: TestAccount): Promise<string>;
  /** The id of a new factory or dealer. */
  party(kind: 'factory' | 'dealer'): Promise<number>;
  /** Fills in the sample data, as the first start of a real server does; of a month's goods a share, or all of them. */
  fillSample(share?: number): Promise<void>;
  /** The metrics as Prometheus reads them. */
  metrics(): Promise<string>;
  stop(): Promise<void>;
}

/** The real server on a fresh database, or beside another one on the same; it answers calls and runs jobs in one thread. */
export async function testServer(
  env: Record<string, string> = {},
  beside?: Pick<TestServer, 'databaseUrl' | 'masterKey'>,
  runJob?: AppOptions['runJob'],
): Promise<TestServer> {
  const databaseUrl = beside?.databaseUrl ?? (await newMigratedDatabase());
  const masterKey = beside?.masterKey ?? randomBytes(32).toString('hex');
  const config = readConfig({
    SUYUAN_DATABASE_URL: databaseUrl,
    SUYUAN_DATA_DIR: tmpdir(),
    SUYUAN_MASTER_KEY: masterKey,
    SUYUAN_ADMIN_PASSWORD: adminPassword,
    SUYUAN_DATABASE_CONNECTIONS: '8',
    SUYUAN_RATE_LIMIT: 'off',
    SUYUAN_LOG_LEVEL: 'silent',
    ...env,
  });
  const database = openDatabase(databaseUrl, config.databaseConnections);
  await migrate(database.sql, tables);
  await addFirstAccount(database.sql, await lightHash, false);
  let url = '';
  const { app, metrics, fillSample } = await buildApp({
    config,
    database,
    masterKey: new MasterKey(Buffer.from(masterKey, 'hex')),
    publicUrl: () => url,
    ...(runJob && { runJob }),
  });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
  const signIn = (name: string, type: AccountType = 1) =>
    callsAt(url, '').data(login, { account_name: name, account_password: adminPassword, account_type: type });
  const admin = await signIn('admin');
  let accounts = 0;
  let parties = 0;
  return {
    ...callsAt(url, admin),
    sql: database.sql,
    databaseUrl,
    masterKey,
    admin,
    async party(kind) {
      const { sql } = database;
      const code = `${kind}-${++parties}`;
      const [party] =
        kind === 'factory'
          ? await sql<{ id: number }[]>`
              insert into factory (factory_code, factory_name, kind) values (${code}, ${code}, 'own') returning id`
          : await sql<{ id: number }[]>`
              insert into dealer (dealer_code, dealer_name) values (${code}, ${code}) returning id`;
      return (party as { id: number }).id;
    },
    async as(permissions, { name = `person-${++accounts}`, factory, dealer } = {}) {
      const { sql } = database;
      const type = factory ? 2 : dealer ? 3 : 1;
      await sql`
        with person as (
          insert into account (account_name, account_type, name, password_hash, factory_id, dealer_id)
          values (${name}, ${type}, ${name}, ${await lightHash}, ${factory ?? null}, ${dealer ?? null}) returning id
        ), part as (
          insert into role (role_name) values (${name}) returning id
        ), given as (
          insert into role_permission (role_id, permission)
          select id, permission from part, unnest(${permissions as string[]}::text[]) permission
        )
        insert into account_role (account_id, role_id) select person.id, part.id from person, part`;
      return signIn(name, type);
    },
    fillSample,
    metrics: () => metrics.text(),
    async stop() {
      await app.close();
      await database.close();
    },
  };
}

/** Calls to an address, with this token by default. */
export function callsAt(url: string, token: string): TestCalls {
  const usual = token;
  const call: TestCalls['call'] = async (definition, input, { token = usual, language, headers = {} } = {}) => {
    const inQuery = definition.method === 'GET' || definition.upload === true;
    const query = inQuery ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const { status, text } = await ask(url + definition.path + query, {
      method: definition.method,
      headers: {
        ...(token === '' ? {} : { token }),
        ...(language ? { 'accept-language': language } : {}),
        ...(inQuery ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(inQuery ? {} : { body: JSON.stringify(input) }),
    });
    return { status, envelope: text.startsWith('{') ? JSON.parse(text) : (text as never) };
  };
  const data: TestCalls['data'] = async (definition, input, options) => {
    const { status, envelope } = await call(definition, input, options);
    if (status !== 200) throw new Error(`${definition.path}: ${status} ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
  return { url, call, data, fetch: (path, init) => fetch(url + path, init) };
}
