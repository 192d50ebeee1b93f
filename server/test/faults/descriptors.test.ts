import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newDataDir, startProcess } from '../harness/process.ts';

const limit = 256;
const callers = 400;

test.skipIf(process.platform !== 'linux')('with few file descriptors, every caller gets an answer', async () => {
  const server = await startProcess(
    await newDataDir(),
    { SUYUAN_ADMIN_PASSWORD: 'a-first-password-1' },
    undefined,
    undefined,
    ['sh', '-c', `ulimit -n ${limit}; exec "$0" "$@"`],
  );
  const { hostname, port } = new URL(server.url);
  // Callers whose connections stay open, as those of a proxy do.
  const answers = await Promise.all(
    Array.from({ length: callers }, async () => {
      const socket = connect(Number(port), hostname);
      socket.write('GET /c HTTP/1.1\r\nHost: x\r\n\r\n');
      const [first] = await Promise.race([
        new Promise<[string]>((resolve) => socket.once('data', (chunk: Buffer) => resolve([chunk.toString()]))),
        text(socket).then(
          (all): [string] => [all],
          (error: Error): [string] => [error.message],
        ),
      ]);
      return {
        socket,
        status: /^HTTP\/1\.1 (\d+)/.exec(first)?.[1] ?? first,
        retryAfter: /retry-after: (\d+)/i.exec(first)?.[1],
      };
    }),
  );
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].toSorted()).toEqual(['200', '503']);
  expect(answers.filter(({ status, retryAfter }) => status === '503' && retryAfter === undefined)).toEqual([]);
  const lines = server.printed().split('\n');
  const told = lines.filter((line) => line.includes('ulimit -n')).length;
  expect(told).toBeGreaterThan(0);
  expect(told).toBeLessThan(10);
  for (const { socket } of answers) socket.destroy();
  await expect.poll(async () => (await fetch(`${server.url}/c`)).status, { timeout: 20_000 }).toBe(200);
});
