import { scan } from '@suyuan/contract/consumer/scan.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { deviceBatch } from '@suyuan/contract/plant/device/device.ts';
import { codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { expect, onTestFinished, test } from 'vitest';
import { serverArguments } from '../../../install.mjs';
import { codesOfOrder } from '../goods/codes-of-order.ts';
import { plantOf } from '../goods/line.ts';
import { newMigratedDatabase } from '../harness/new-database.ts';
import { newDataDir, password, runCommand, startProcess } from '../harness/process.ts';
import { callsAt, testServer } from '../harness/server.ts';

const hours = 2;
const back = `
  const RealDate = Date;
  const now = () => RealDate.now() - ${hours * 3_600_000};
  globalThis.Date = class Date extends RealDate {
    constructor(...parts) { super(...(parts.length === 0 ? [now()] : parts)); }
    static now() { return now(); }
  };`;

test('a server whose clock is two hours back serves people, and devices send again what seems to lie in the future', {
  timeout: 120_000,
}, async () => {
  const databaseUrl = await newMigratedDatabase();
  const masterKey = 'ab'.repeat(32);
  const aside = await testServer({}, { databaseUrl, masterKey });
  onTestFinished(() => aside.stop());
  const plant = await plantOf(aside);
  const { line_id, device } = await plant.line();
  const order = await plant.workOrder(line_id, { quantity: 100 });
  const units = await codesOfOrder(aside, await plant.codes(1, 10));
  const env = { SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_MASTER_KEY: masterKey, SUYUAN_RATE_LIMIT: 'off' };
  const preload = `--import=data:text/javascript,${encodeURIComponent(back)}`;
  const server = await startProcess(await newDataDir(), env, [preload, ...serverArguments]);

  const calls = callsAt(server.url, '');
  const person = { account_name: 'admin', account_password: password, account_type: 1 } as const;
  const token = await calls.data(login, person);
  expect((await calls.call(codeOrder.page, {}, { token })).status).toBe(200);
  expect((await calls.call(scan, { code: units[0] as string })).status).toBe(200);
  const event = (code: string, at: number) => ({
    id: code,
    act: 'bound' as const,
    event_time: new Date(at).toISOString(),
    order_no: order.order_no,
    codes: [code],
  });
  const send = async (code: string, at: number) => {
    const answer = await fetch(server.url + deviceBatch.path, {
      method: deviceBatch.method,
      headers: { 'content-type': 'application/json', 'device-key': device.key },
      body: JSON.stringify({ batch_key: `${code} ${at}`, acts: [event(code, at)] }),
    });
    return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
  };
  const late = await send(units[1] as string, Date.now());
  expect(late).toMatchObject({ status: 503, retryAfter: '60', text: expect.stringContaining('clock of the server') });
  for (let n = 0; n < 20; n++) expect((await send(units[1] as string, Date.now())).status).toBe(503);
  const lines = server
    .printed()
    .split('\n')
    .filter((line) => line.includes('clock of this server'));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.length).toBeLessThan(10);
  // At a server whose clock is right, nothing was lost.
  const { results } = await device.data(deviceBatch, {
    batch_key: 'again',
    acts: [event(units[1] as string, Date.now())],
  });
  expect(results).toMatchObject([{ result: 'taken' }]);
  for (const command of ['trace:verify', 'audit:verify']) {
    const { code } = await runCommand(command, { SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_MASTER_KEY: masterKey });
    expect([command, code]).toEqual([command, 0]);
  }
});
