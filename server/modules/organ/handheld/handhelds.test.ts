import { randomUUID } from 'node:crypto';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { contact } from '@suyuan/contract/handheld/handheld.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import {
  handheld,
  handheldEnd,
  handheldLock,
  handheldMessage,
  handheldUnlock,
} from '@suyuan/contract/organ/handheld.ts';
import { updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { expect, test } from 'vitest';
import { testServer } from '#test/harness/server.ts';

const server = await testServer({ SUYUAN_SESSION_IDLE_MINUTES: '60' });
const password = 'a-clerks-password-1';

/** A person of the enterprise, whose password is `password`. */
async function person(account_name: string): Promise<void> {
  const { one_time_password } = await server.data(employee.add, { account_name, name: account_name, account_type: 1 });
  const token = await server.data(login, { account_name, account_password: one_time_password, account_type: 1 });
  await server.data(updatePasswordSelf, { old_password: one_time_password, new_password: password }, { token });
}

/** A handheld in somebody's hands: signs in on it, and tells what waits. */
function handheldOf(account_name: string, device = randomUUID()) {
  const credentials = { account_name, account_password: password, account_type: 1, device } as const;
  const told = (waiting: number) => ({ device, version: '1.0.0', waiting, time: new Date().toISOString() });
  return {
    device,
    signIn: () => server.data(login, credentials),
    trySignIn: () => server.call(login, credentials),
    tell: (token: string, waiting = 0, more: object = {}) =>
      server.data(contact, { ...told(waiting), ...more }, { token }),
    tryToTell: (token: string) => server.call(contact, told(0), { token }),
    row: async () => {
      const { rows } = await server.data(handheld.page, { page: 1, size: 100 });
      return rows.find((row) => row.device === device && row.account === account_name);
    },
  };
}

test('the console lists a handheld with what waits on it, as it last told', async () => {
  await person('hh-lin');
  const device = handheldOf('hh-lin');
  const token = await device.signIn();
  const oldest_waiting_at = '2026-03-01T08:00:00.000Z';
  const facts = { name: 'PDA-07', model: 'TC52', battery: 0.4, last_error: 'no network' };
  await device.tell(token, 12, { ...facts, oldest_waiting_at });
  expect(await device.row()).toMatchObject({
    ...{ ...facts, oldest_waiting_at, waiting: 12, state: 'signed_in', refused: 0 },
    no: device.device.slice(0, 8).toUpperCase(),
  });
  const { rows: byNumber } = await server.data(handheld.page, { keyword: device.device.slice(0, 8).toUpperCase() });
  expect(byNumber.map((row) => row.device)).toEqual([device.device]);
  await device.tell(token, 0);
  expect(await device.row()).toMatchObject({ name: 'PDA-07', waiting: 0, oldest_waiting_at: null, last_error: null });
});

test('a session on a handheld outlives an idle console, and ends by the console', async () => {
  await person('hh-wu');
  const device = handheldOf('hh-wu');
  const [onHandheld, onConsole] = [await device.signIn(), await server.as([], { name: 'hh-idle' })];
  await server.sql`update session set seen_at = now() - interval '3 hours'
    where account_id in (select id from account where account_name in ('hh-wu', 'hh-idle'))`;
  expect(
    await server.call(
      contact,
      { device: randomUUID(), version: '1', waiting: 0, time: new Date().toISOString() },
      { token: onConsole },
    ),
  ).toMatchObject({ envelope: { code: ErrorCode.sessionExpired } });
  await device.tell(onHandheld);
  const { id = 0 } = (await device.row()) ?? {};
  await server.data(handheldEnd, { id });
  expect(await device.tryToTell(onHandheld)).toMatchObject({ envelope: { code: ErrorCode.sessionEnded } });
  expect(await device.row()).toMatchObject({ state: 'signed_out' });
  expect(await server.call(handheldEnd, { id })).toMatchObject({ status: 409 });
  await device.tell(await device.signIn());
  expect(await device.row()).toMatchObject({ state: 'signed_in' });
});

test('whoever is locked out of a handheld cannot sign in on it, but on another one, until it is unlocked', async () => {
  await person('hh-zhao');
  const [lost, other] = [handheldOf('hh-zhao'), handheldOf('hh-zhao')];
  const token = await lost.signIn();
  await lost.tell(token);
  const { id = 0 } = (await lost.row()) ?? {};
  await server.data(handheldLock, { id });
  expect(await lost.tryToTell(token)).toMatchObject({ envelope: { code: ErrorCode.sessionEnded } });
  expect(await lost.trySignIn()).toMatchObject({
    status: 409,
    envelope: { message: expect.stringContaining('locked out') },
  });
  expect(await server.call(handheldLock, { id })).toMatchObject({ status: 409 });
  await other.tell(await other.signIn());
  expect(await lost.row()).toMatchObject({ state: 'locked' });
  await server.data(handheldUnlock, { id });
  expect(await server.call(handheldUnlock, { id })).toMatchObject({ status: 409 });
  await lost.tell(await lost.signIn());
  expect(await lost.row()).toMatchObject({ state: 'signed_in' });
});

test('a message is told at each contact until it was read', async () => {
  await person('hh-qian');
  const device = handheldOf('hh-qian');
  const token = await device.signIn();
  await device.tell(token);
  const { id = 0 } = (await device.row()) ?? {};
  await server.data(handheldMessage, { id, message: ' 请到 3 号门 ' });
  const { message } = await device.tell(token);
  expect(message).toMatchObject({ text: '请到 3 号门' });
  expect((await device.tell(token)).message).toEqual(message);
  expect((await device.tell(token, 0, { message_read: message?.sent_at })).message).toBeNull();
  expect(await device.row()).toMatchObject({ message_read_at: expect.any(String) });
  await server.data(handheldMessage, { id, message: '已解决' });
  // What was read was the message before.
  expect((await device.tell(token, 0, { message_read: message?.sent_at })).message).toMatchObject({ text: '已解决' });
});

test('messages, locks and ends need their permissions', async () => {
  await person('hh-sun');
  const device = handheldOf('hh-sun');
  await device.tell(await device.signIn());
  const { id = 0 } = (await device.row()) ?? {};
  const reader = await server.as(['handheld'], { name: 'hh-reader' });
  for (const [call, input] of [
    [handheldMessage, { id, message: 'x' }],
    [handheldEnd, { id }],
    [handheldLock, { id }],
    [handheldUnlock, { id }],
  ] as const)
    expect(await server.call(call, input as never, { token: reader })).toMatchObject({ status: 401 });
});
