import { randomBytes } from 'node:crypto';
import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { Way } from '@suyuan/simulator/client.ts';
import type { InjectOptions } from 'fastify';
import { Sessions } from '#modules/organ/session/sessions.ts';
import { hashPassword } from '#platform/secrets/passwords.ts';
import type { Services } from '#platform/services.ts';

export type CallServer = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>;
/** Makes a call with a file. */
export type SendFile = <C extends Call>(call: C, file: File) => Promise<OutputOf<C>>;

interface Filling {
  readonly services: Services;
  readonly signal: AbortSignal;
}

/** The accounts in whose names the sample is filled. */
export interface SampleAccounts {
  readonly call: CallServer;
  /** Who makes the accounts of people. Nobody releases what was begun by the person who made their account, so it does nothing else. */
  readonly callAsAdministrator: CallServer;
  readonly send: SendFile;
  /** A second account, for what takes two people. */
  readonly callAsKeeper: CallServer;
  /** The transport for devices, which have no account. */
  readonly way: Way;
  readonly ids: readonly number[];
}

/** Works with accounts made for this, so that it can be distinguished from people's work; they cannot sign in. */
export async function asSampleAccount(filling: Filling, work: (accounts: SampleAccounts) => Promise<void>) {
  const { sql } = filling.services.system.background;
  const sessions = new Sessions(sql, filling.services.config);
  const accountIds: number[] = [];
  const tokenOf = async (account_name: string, name: string): Promise<string> => {
    const hash = await hashPassword(randomBytes(32).toString('hex'));
    const [account] = await sql<{ id: number }[]>`
      insert into account (account_name, account_type, name, password_hash, administrator)
      values (${account_name}, 1, ${name}, ${hash}, true) returning id`;
    if (!account) throw new Error('the sample account was not created');
    accountIds.push(account.id);
    return sessions.open(account.id, { ip: '127.0.0.1', userAgent: 'sample data' });
  };
  try {
    const token = await tokenOf('sample-data', '样例数据');
    const callAsKeeper = calling(filling, await tokenOf('sample-keeper', '样例仓管'));
    const send: SendFile = async (call, file) => answered(filling, token, call, await uploadOf(file));
    const callAsAdministrator = calling(filling, await tokenOf('sample-administrator', '样例管理员'));
    await work({
      call: calling(filling, token),
      callAsAdministrator,
      send,
      callAsKeeper,
      way: wayOf(filling),
      ids: accountIds,
    });
  } finally {
    for (const id of accountIds) {
      await sql`update account set status = 'disabled' where id = ${id}`;
      await sessions.closeAll(id);
    }
  }
}

const calling =
  (filling: Filling, token: string): CallServer =>
  (call, input) =>
    answered(
      filling,
      token,
      call,
      call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object },
    );

async function answered({ services, signal }: Filling, token: string, { method, path }: Call, request: InjectOptions) {
  signal.throwIfAborted();
  // What is written in the language of the caller stays in it.
  const headers = { ...request.headers, token, 'accept-language': 'zh-CN' };
  const response = await services.app.inject({ ...request, method, url: path, headers });
  const { status_code, message, data } = response.json();
  if (status_code !== 200) throw new Error(`sample data: ${path}: ${message}`);
  return data;
}

/** A transport to the server's own routes without a network; requests are treated like any other. */
const wayOf =
  ({ services, signal }: Filling): Way =>
  async (path, { method = 'GET', headers, body }) => {
    signal.throwIfAborted();
    const request = { method: method as 'GET' | 'POST', url: path, headers: headers as Record<string, string> };
    const answer = await services.app.inject({ ...request, ...(body ? { payload: body as string } : {}) });
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).map(([name, value]): [string, string] => [name, `${value}`]),
    });
  };

/** Encodes a file as multipart form data. */
async function uploadOf(file: File): Promise<InjectOptions> {
  const form = new FormData();
  form.append('file', file);
  const response = new Response(form);
  const type = response.headers.get('content-type') as string;
  return { payload: Buffer.from(await response.arrayBuffer()), headers: { 'content-type': type } };
}
