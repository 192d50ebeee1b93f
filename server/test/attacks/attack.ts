import { readdirSync, readlinkSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { Call } from '@suyuan/contract/call/call.ts';
import { calls } from '@suyuan/contract/calls.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { isCode } from '@suyuan/contract/thing/fields.ts';
import type Type from 'typebox';
import { expect } from 'vitest';
import type { Sql } from '#platform/database/driver/sql.ts';
import type { TestCalls } from '../harness/server.ts';

// What attacks on a running server share: callers who take or send nothing, and what must be free after them.

/** Every permission that some call requires. */
export const everyPermission: readonly Permission[] = [
  ...new Set(
    calls.flatMap(({ access, alsoNeeds = [] }) => (typeof access === 'string' ? [] : [...access, ...alsoNeeds])),
  ),
];

/** A schema as far as what it takes is looked for. */
export type InputSchema = Type.TSchema & {
  properties?: Record<string, InputSchema>;
  required?: string[];
  items?: InputSchema;
  anyOf?: InputSchema[];
};

/** Whether there are codes in what a schema describes. */
export const takesCodes = (schema: InputSchema): boolean =>
  isCode(schema) ||
  Object.values(schema.properties ?? {}).some(takesCodes) ||
  (schema.items !== undefined && takesCodes(schema.items)) ||
  (schema.anyOf ?? []).some(takesCodes);

/** A caller that takes nothing of the answer beyond its head. */
export class Stalled {
  readonly request: ClientRequest;
  /** Undefined when the connection ended before. */
  readonly head: Promise<IncomingMessage | undefined>;

  constructor({ url }: TestCalls, token: string, { method, path }: Call, input: object) {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : '';
    const headers = { token, 'content-type': 'application/json' };
    this.request = request(url + path + query, { method, headers, agent: false });
    this.head = new Promise((resolve) => {
      this.request.once('response', resolve);
      this.request.on('error', () => resolve(undefined));
    });
    this.request.end(method === 'GET' ? undefined : JSON.stringify(input));
  }

  leave(): void {
    this.request.destroy();
  }
}

/** The statements and transactions under way, but for this question. */
export const underWay = (sql: Sql) => sql<{ state: string; query: string }[]>`
  select state, query from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`;

/** Waits until nothing is held any more: no transaction, no statement, no file on its way. */
export async function expectAllFree(sql: Sql): Promise<void> {
  await expect.poll(async () => [...(await underWay(sql))], { timeout: 60_000 }).toEqual([]);
  await expect.poll(spooledFiles, { timeout: 60_000 }).toEqual([]);
}

/** Files on their way that this process has open. */
function spooledFiles(): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const path = readlinkSync(`/proc/self/fd/${fd}`);
      return /\/spool\//.test(path) ? [path] : [];
    } catch {
      return [];
    }
  });
}
