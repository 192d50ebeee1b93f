import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@suyuan/contract/calls.ts';
import { menuNodes } from '@suyuan/contract/menu.ts';
import { openServices, serveAll } from '@suyuan/server/app.ts';
import { readConfig } from '@suyuan/server/platform/config/config.ts';
import { type Database, poolOf } from '@suyuan/server/platform/database/database.ts';
import { statementsOf } from '@suyuan/server/platform/database/driver/query.ts';
import type { Sql } from '@suyuan/server/platform/database/driver/sql.ts';
import { ClusterNodes } from '@suyuan/server/platform/health/cluster-nodes.ts';
import { MasterKey } from '@suyuan/server/platform/secrets/master-key.ts';
import { openSharedServices } from '@suyuan/server/shared-services.ts';
import { tables } from '@suyuan/server/tables.ts';

// Assembles the server as its start does: collects the tables, the contract and the menus, and registers the handlers of all
// calls. What a compiler does not see fails here within seconds, instead of in every test that starts a server. The database is
// as good as empty: it answers no rows to any statement.

const dataDir = await mkdtemp(join(tmpdir(), 'suyuan-check-'));
try {
  const database = emptyDatabase();
  const { services, draining } = await openServices({
    config: readConfig({ SUYUAN_DATA_DIR: dataDir }),
    database,
    masterKey: new MasterKey(randomBytes(32)),
    publicUrl: () => 'http://localhost',
  });
  const { app, log } = services;
  const nodes = new ClusterNodes(database.sql, log);
  await serveAll(services, await openSharedServices(services), { database, draining, nodes });
  await app.ready();
  await app.close();
  const callsWithoutRoute = calls.filter(({ method, path }) => !app.hasRoute({ method, url: path }));
  for (const { method, path } of callsWithoutRoute) console.log(`${method} ${path} has no route`);
  if (callsWithoutRoute.length > 0) process.exitCode = 1;
  console.log(`${tables.size} tables, ${calls.length} calls, ${menuNodes().length} menus`);
} finally {
  await rm(dataDir, { recursive: true });
}

function emptyDatabase(): Database {
  const rows = Object.assign([], { count: 0, command: 'SELECT' });
  const statements = statementsOf({
    send: async () => rows,
    copyFrom: () => Promise.reject(new Error('nothing is copied while the server is assembled')),
    copyTo: () => {
      throw new Error('nothing is copied while the server is assembled');
    },
  });
  const sql: Sql = Object.assign(statements, {
    begin: (...args: unknown[]) => (args.at(-1) as (connection: unknown) => unknown)(statements),
    reserve: async () => Object.assign(statements, { release: () => undefined }),
    listen: async () => ({ unlisten: async () => undefined }),
    notify: async () => undefined,
    end: async () => undefined,
    watch: () => undefined,
  }) as never;
  const pool = poolOf(sql, 1);
  const pools = { ordinary: pool, reserved: pool, long: pool };
  return { ...pool, ...pools, pools, close: async () => undefined };
}
