import { rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { connected } from './harness/connected.ts';
import { copyCluster, machinePostgres, pg, programs } from './harness/machine-postgres.ts';
import { ended, newDataDir } from './harness/process.ts';
import { noticesOf, opened, order, orderNumbers, reopened } from './harness/shop.ts';

// The ways of PostgreSQL itself of putting a database back to an earlier time, with the programs that the machine has.

const masterKey = 'ab'.repeat(32);

test.skipIf(!programs)(
  'a dump: orders come back from the data folder; on a new machine the codes go on elsewhere',
  async () => {
    const [here, elsewhere] = [await newDataDir(), await newDataDir()];
    const postgres = await machinePostgres();
    await connected(postgres.urlOf('postgres'), (sql) => sql`create database first`);
    const env = (database: string) => ({ SUYUAN_DATABASE_URL: postgres.urlOf(database), SUYUAN_MASTER_KEY: masterKey });
    const shop = await opened(here, env('first'));
    const before = await order(shop);
    const dump = join(dirname(postgres.folder), 'dump');
    await pg('pg_dump', '-Fc', '-f', dump, postgres.urlOf('first'));
    const printed = await order(shop);
    await ended(shop.server.child, 'SIGTERM');

    for (const name of ['second', 'third']) {
      await connected(postgres.urlOf('postgres'), (sql) => sql.unsafe(`create database ${name}`));
      await pg('pg_restore', '-d', postgres.urlOf(name), dump);
    }
    const same = await reopened(here, shop.rule, env('second'));
    expect(same.server.printed()).toContain('it is not the database that was marked');
    expect(await orderNumbers(same)).toEqual([printed.order_no, before.order_no]);
    const next = await order(same);
    expect(next.first).not.toBe(printed.first);
    await ended(same.server.child, 'SIGTERM');

    const other = await reopened(elsewhere, shop.rule, env('third'));
    expect(await orderNumbers(other)).toEqual([before.order_no]);
    const third = await order(other);
    expect([printed.first, printed.order_no]).not.toContain(third.first);
    expect(third.order_no).not.toBe(printed.order_no);
    expect(await noticesOf(other)).toEqual(['database_restored']);
  },
);

test.skipIf(!programs)('a base backup that becomes a new timeline', async () => {
  const [here, elsewhere] = [await newDataDir(), await newDataDir()];
  const postgres = await machinePostgres();
  await connected(postgres.urlOf('postgres'), (sql) => sql`create database first`);
  const env = { SUYUAN_DATABASE_URL: postgres.urlOf('first'), SUYUAN_MASTER_KEY: masterKey };
  const shop = await opened(here, env);
  await order(shop);
  const backup = join(dirname(postgres.folder), 'backup');
  await pg('pg_basebackup', '-D', backup, '-R', '-c', 'fast', '-X', 'stream', '-d', postgres.urlOf('postgres'));
  const printed = await order(shop);
  await ended(shop.server.child, 'SIGTERM');
  await postgres.stop();
  await postgres.start(backup);
  await pg('pg_ctl', '-D', backup, '-w', 'promote');

  // It was minutes ago only, as with a failover, so what is in doubt stays free; the codes go on elsewhere all the same.
  const other = await reopened(elsewhere, shop.rule, env);
  expect(other.server.printed()).toContain('PostgreSQL is on another timeline');
  expect(await noticesOf(other)).toEqual(['database_maybe_restored']);
  const next = await order(other);
  expect(next.first).not.toBe(printed.first);
  expect(next.order_no).not.toBe(printed.order_no);
  await ended(other.server.child, 'SIGTERM');

  // The server with the log of the lost order comes back.
  const same = await reopened(here, shop.rule, env);
  expect(await orderNumbers(same)).toContain(printed.order_no);
});

test.skipIf(!programs)('a snapshot of the volume of PostgreSQL: the data folder knows better', async () => {
  const here = await newDataDir();
  const postgres = await machinePostgres();
  await connected(postgres.urlOf('postgres'), (sql) => sql`create database first`);
  const env = { SUYUAN_DATABASE_URL: postgres.urlOf('first'), SUYUAN_MASTER_KEY: masterKey };
  const shop = await opened(here, env);
  await order(shop);
  await ended(shop.server.child, 'SIGTERM');
  await postgres.stop();
  const snapshot = join(dirname(postgres.folder), 'snapshot');
  await copyCluster(postgres.folder, snapshot);
  await postgres.start();
  const later = await reopened(here, shop.rule, env);
  const printed = await order(later);
  await ended(later.server.child, 'SIGKILL');
  await postgres.stop();
  await rename(postgres.folder, `${postgres.folder}.lost`);
  await rename(snapshot, postgres.folder);
  await postgres.start();
  const restored = await reopened(here, shop.rule, env);
  expect(restored.server.printed()).toContain('it does not remember what was written beside it');
  expect(await orderNumbers(restored)).toContain(printed.order_no);
  expect((await order(restored)).first).not.toBe(printed.first);
});
