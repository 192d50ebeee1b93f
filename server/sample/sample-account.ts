import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Call, InputOf, OutputOf } from '../../contract/call.ts';
import { hashPassword } from '../platform/passwords.ts';
import type { Services } from '../platform/services.ts';

export type CallServer = <C extends Call>(call: C, input: InputOf<C>) => Promise<OutputOf<C>>;

interface Filling {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly signal: AbortSignal;
}

/** An account of its own does it, so that it can be told from people's work; it cannot sign in. */
export async function asSampleAccount(
  { app, services, signal }: Filling,
  work: (call: CallServer) => Promise<void>,
): Promise<void> {
  const { system, sessions } = services;
  const { sql } = system;
  const hash = await hashPassword(randomBytes(32).toString('hex'));
  const [account] = await sql<{ id: number }[]>`
    insert into account (account_name, account_type, name, password_hash, administrator)
    values ('sample-data', 1, '样例数据', ${hash}, true) returning id`;
  if (!account) throw new Error('the sample account was not made');
  const token = await sessions.open(account.id, { ip: '127.0.0.1', userAgent: 'sample data' });
  try {
    await work(async (call, input) => {
      signal.throwIfAborted();
      const response = await app.inject({
        method: call.method,
        url: call.path,
        headers: { token },
        ...(call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object }),
      });
      const { status_code, message, data } = response.json();
      if (status_code !== 200) throw new Error(`sample data: ${call.path}: ${message}`);
      return data;
    });
  } finally {
    await sql`update account set status = 'disabled' where id = ${account.id}`;
    await sessions.closeAll(account.id);
  }
}
