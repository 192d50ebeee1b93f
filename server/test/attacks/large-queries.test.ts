import { readFile } from 'node:fs/promises';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codesExport, codesQuery, maxCodes } from '@suyuan/contract/tagging/code-query.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { expect, test } from 'vitest';
import { callProcess, newDataDir, password, signIn, startProcess } from '../harness/process.ts';

// The largest questions there are, several at a time: seen from outside, the process stays small and answers others.

/** The most memory the process ever held, in MB. */
const peakMemory = async (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('six look-ups of a hundred thousand codes are answered in full, in bounded memory', {
  timeout: 180_000,
}, async () => {
  // The requested codes are invented, and more of it than anybody may guess.
  const server = await startProcess(await newDataDir(), {
    SUYUAN_ADMIN_PASSWORD: password,
    SUYUAN_UNKNOWN_CODES_PER_ACCOUNT: '1000000',
  });
  const token = await signIn(server);
  const rule = await callProcess(server, token, codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 20,
    check: 'none',
    carrier: 'plain',
  });
  const order = await callProcess(server, token, orderAdd, { rule_id: rule.id, quantity: maxCodes });
  const invented = Array.from({ length: maxCodes }, (_, n) => String(10n ** 19n + BigInt(n) * 7n));
  const bodies = [{ order_id: order.id }, { codes: invented }];
  const ask = async (path: string, body: object) => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { token, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return path === codesQuery.path ? (JSON.parse(text) as { data: unknown[] }).data.length : text.split('\r\n').length;
  };
  let answered = 0;
  const counting = <Result>(answer: Promise<Result>) => answer.finally(() => void answered++);
  const questions = [
    ...bodies.flatMap((body) => [ask(codesQuery.path, body), ask(codesQuery.path, body)]),
    ...bodies.map((body) => ask(codesExport.path, { ...body, format: 'csv' })),
  ].map(counting);
  // Others are answered between.
  expect((await callProcess(server, '', scan, { code: order.first })).verdict).toBe('unbound');
  expect(answered).toBeLessThan(questions.length);
  const counts = await Promise.all(questions);
  expect(counts.slice(0, 4)).toEqual([maxCodes, maxCodes, maxCodes, maxCodes]);
  for (const lines of counts.slice(4)) expect(lines).toBeGreaterThan(maxCodes);
  if (process.platform === 'linux') expect(await peakMemory(server.child.pid as number)).toBeLessThan(600);
});
