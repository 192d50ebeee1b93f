import { randomBytes } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Call, InputOf, OutputOf } from '../../contract/call/call.ts';
import { Sessions } from '../modules/organ/session/sessions.ts';
import { hashPassword } from '../platform/secrets/passwords.ts';
import type { Services } from '../platform/services.ts';

export type CallServer = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>;
/** Makes a call that takes a file. */
export type SendFile = <C extends Call>(call: C, file: File) => Promise<OutputOf<C>>;

interface Filling {
  readonly services: Services;
  readonly signal: AbortSignal;
}

/** An account of its own does it, so that it can be told from people's work; it cannot sign in. */
export async function asSampleAccount(
  { services, signal }: Filling,
  work: (call: CallServer, send: SendFile) => Promise<void>,
): Promise<void> {
  const { sql } = services.system;
  const sessions = new Sessions(sql, services.config);
  const hash = await hashPassword(randomBytes(32).toString('hex'));
  const [account] = await sql<{ id: number }[]>`
    insert into account (account_name, account_type, name, password_hash, administrator)
    values ('sample-data', 1, '样例数据', ${hash}, true) returning id`;
  if (!account) throw new Error('the sample account was not made');
  const token = await sessions.open(account.id, { ip: '127.0.0.1', userAgent: 'sample data' });
  const answered = async ({ method, path }: Call, request: InjectOptions) => {
    signal.throwIfAborted();
    const response = await services.app.inject({
      ...request,
      method,
      url: path,
      headers: { ...request.headers, token },
    });
    const { status_code, message, data } = response.json();
    if (status_code !== 200) throw new Error(`sample data: ${path}: ${message}`);
    return data;
  };
  try {
    await work(
      (call, input) =>
        answered(
          call,
          call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object },
        ),
      async (call, file) => answered(call, await uploadOf(file)),
    );
  } finally {
    await sql`update account set status = 'disabled' where id = ${account.id}`;
    await sessions.closeAll(account.id);
  }
}

/** A file as a form of a page sends it. */
async function uploadOf(file: File): Promise<InjectOptions> {
  const form = new FormData();
  form.append('file', file);
  const encoded = new Response(form);
  const type = encoded.headers.get('content-type') as string;
  return { payload: Buffer.from(await encoded.arrayBuffer()), headers: { 'content-type': type } };
}
