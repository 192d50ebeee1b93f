import { product } from '@suyuan/contract/base/product/product.ts';
import { importProgress } from '@suyuan/contract/thing/list.ts';
import { expect, onTestFinished, test } from 'vitest';
import { JobThread } from '#job-thread.ts';
import { Metrics } from '#platform/metrics/metrics.ts';
import { newMigratedDatabase } from './harness/new-database.ts';
import { newDataDir } from './harness/process.ts';
import { Road } from './harness/road.ts';
import { testServer } from './harness/server.ts';

test('jobs run in a thread of their own, which is replaced if it fails, and adds to the metrics', {
  timeout: 180_000,
}, async () => {
  const databaseUrl = await newMigratedDatabase();
  const masterKey = 'ab'.repeat(32);
  const road = await Road.to(databaseUrl);
  onTestFinished(() => road.close());
  // A new thread cannot start while the database is out of its reach.
  await road.close();
  const errors: unknown[] = [];
  const metrics = new Metrics();
  const env = {
    SUYUAN_DATABASE_URL: road.url,
    SUYUAN_MASTER_KEY: masterKey,
    SUYUAN_DATA_DIR: await newDataDir(),
    SUYUAN_LOG_LEVEL: 'silent',
  };
  const thread = new JobThread({
    env,
    data: { databaseUrl: road.url, connections: 4, identity: crypto.randomUUID(), publicUrl: 'http://localhost' },
    metrics,
    log: { error: (error: unknown) => errors.push(error) } as never,
    patience: 100,
  });
  const server = await testServer({}, { databaseUrl, masterKey }, (kind, turn) => thread.run(kind, turn));
  onTestFinished(async () => {
    await thread.stop();
    await server.stop();
  });

  const upload = async (name: string): Promise<() => Promise<string>> => {
    const lines = Array.from({ length: 2500 }, (_, n) => `${name}-${n},${name} ${n}`);
    const body = new FormData();
    body.append('file', new Blob([`product_code,product_name\n${lines.join('\n')}\n`]), 'products.csv');
    const answer = await server.fetch(`${product.import.path}?mode=good`, {
      method: 'POST',
      headers: { token: server.admin },
      body,
    });
    const { job } = ((await answer.json()) as { data: { job: string } }).data;
    return async () => (await server.data(importProgress, { job })).state;
  };
  const first = await upload('tea');
  await expect.poll(() => errors.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(['waiting', 'running']).toContain(await first());
  await road.open();
  await expect.poll(first, { timeout: 120_000 }).toBe('done');
  // By now, the thread may have been dismissed.
  const second = await upload('wine');
  await expect.poll(second, { timeout: 120_000 }).toBe('done');
  expect(await server.data(product.page, {})).toMatchObject({ total: 5000 });
  const jobsEnded = async () =>
    /suyuan_jobs_ended_total\{[^}]*state="done"[^}]*\} (\d+)/.exec(await metrics.text())?.[1];
  await expect.poll(jobsEnded, { timeout: 10_000 }).toBe('2');
});
