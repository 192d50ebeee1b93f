import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import { menuTreeEnable } from '@suyuan/contract/organ/menu-setting.ts';
import { twoStepBegin, twoStepConfirm } from '@suyuan/contract/organ/own-account.ts';
import { selectedList, self, updatePasswordSelf } from '@suyuan/contract/organ/session.ts';
import { login } from '@suyuan/contract/organ/sign-in.ts';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { verifyAudit } from '#platform/audit/verify.ts';
import { openDatabase } from '#platform/database/database.ts';
import { MasterKey } from '#platform/secrets/master-key.ts';
import { onCluster } from '#test/harness/new-database.ts';
import { callProcess, ended, newDataDir, runCommand, signIn as signInTo, startProcess } from '#test/harness/process.ts';
import { adminPassword, type TestServer, testServer } from '#test/harness/server.ts';

// The command as an administrator of the machine runs it, for each way of being locked out.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const recover = (...args: string[]) => {
  const { databaseUrl, masterKey } = server;
  return runCommand('admin:recover', { SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_MASTER_KEY: masterKey }, ...args);
};
const signIn = (account_name: string, account_password: string) =>
  server.call(login, { account_name, account_password, account_type: 1 }, { token: '' });
const passwordIn = (printed: string) => /Password +(\S+)/.exec(printed)?.[1] as string;
/** Whether somebody is in with the password that was printed: it has to be changed, and then everything is theirs. */
async function getsIn(account_name: string, printed: string): Promise<boolean> {
  const old_password = passwordIn(printed);
  const token = (await signIn(account_name, old_password)).envelope.data as string;
  await server.data(updatePasswordSelf, { old_password, new_password: 'walnut-kettle-77' }, { token });
  const selected = await server.data(selectedList, {}, { token });
  return selected.some(({ menu_key }) => menu_key === 'admin');
}
const records = () => server.sql<{ account_name: string; call: string; input: object; changes: number }[]>`
  select account_name, call, input, changes from audit_log order by id`;

test('reports the state and the options if called without any, and changes nothing', async () => {
  const { sql } = server;
  await server.as([], { name: 'nothing' });
  await server.data(menuTreeEnable, { menu_key: 'tagging', enabled: false });
  await sql`insert into sign_in_failure (scope, subject, failures, last_at) values ('account', 'admin', 10, now())`;
  const before = await records();
  const { code, printed } = await recover();
  expect(code).toBe(0);
  expect(printed).toMatch(/^ {2}admin +enabled, locked for 15 min after failed sign-ins, last signed in \d/m);
  expect(printed).toMatch(/^Switched off for everyone: tagging$/m);
  expect(printed).toMatch(/^Roles that give nothing .*: nothing$/m);
  expect(printed).toContain('Locked after failed sign-ins: account admin (15 min)');
  expect(printed).toContain('--account NAME');
  expect(await records()).toEqual(before);
  await sql`delete from sign_in_failure`;
});

test('resets password, second step and lock of a disabled account by one command, with an audit record', async () => {
  const { sql } = server;
  const { secret } = await server.data(twoStepBegin, { account_password: adminPassword });
  await server.data(twoStepConfirm, { one_time_code: new TOTP({ secret }).generate() });
  await sql`update account set status = 'disabled' where account_name = 'admin'`;
  await sql`insert into sign_in_failure (scope, subject, failures, last_at) values ('account', 'admin', 10, now())`;
  await sql`insert into menu_setting (menu_key, enabled) values ('rolemanage', false)`;
  expect((await recover()).printed).toContain('NO ADMINISTRATOR IS ENABLED');

  const { code, printed } = await recover('--account', 'Admin');
  expect(code).toBe(0);
  expect(printed).toMatch(/^Account +admin \(enabled, second step removed\)$/m);
  expect(printed).toMatch(/^Switched on: +rolemanage$/m);
  expect((await server.call(self, {})).envelope.code).toBe(ErrorCode.sessionEnded);
  expect(await getsIn('admin', printed)).toBe(true);

  const [record] = (await records()).filter(({ call }) => call === 'server/admin-recover');
  expect(record).toMatchObject({ account_name: 'admin:recover', input: { account: 'Admin' }, changes: 2 });
  expect(JSON.stringify(record)).not.toContain(passwordIn(printed));
  const database = openDatabase(server.databaseUrl, 1);
  onTestFinished(() => database.close());
  const { problems } = await verifyAudit(database.db, new MasterKey(Buffer.from(server.masterKey, 'hex')));
  expect(problems).toEqual([]);
});

test('makes another account an administrator, or adds one, only if the options say so', async () => {
  const { sql } = server;
  await server.as([], { name: 'deputy' });
  await server.as([], { name: 'foreman', factory: await server.party('factory') });
  await sql`update account set administrator = false`;
  for (const [args, message] of [
    [['--account', 'deputy'], 'deputy is not an administrator. Add --administrator'],
    [['--account', 'foreman', '--administrator'], 'administrators must be accounts of the enterprise'],
    [['--account', 'nobody', '--administrator'], 'There is no account nobody'],
    [['--account', 'deputy', '--administrator', '--create'], 'omit --create'],
    [['--create'], 'require --account NAME'],
    [['--acount', 'deputy'], '--acount'],
  ] as const) {
    expect(await recover(...args), args.join(' ')).toMatchObject({
      code: 1,
      printed: expect.stringContaining(message),
    });
  }
  expect((await sql`select 1 from account where administrator`).length).toBe(0);
  const made = await recover('--account', 'deputy', '--administrator');
  expect(made.printed).toContain('deputy (made administrator)');
  expect(await getsIn('deputy', made.printed)).toBe(true);
  const added = await recover('--account', 'rescuer', '--administrator', '--create');
  expect(await getsIn('rescuer', added.printed)).toBe(true);
});

test('switches on all menus and buttons and lifts all locks, if requested', async () => {
  const { sql } = server;
  await sql`insert into menu_setting (menu_key, enabled, place) values ('base', false, 3)
    on conflict (menu_key) do update set enabled = false, place = 3`;
  await sql`insert into sign_in_failure (scope, subject, failures, last_at) values ('address', '127.0.0.1', 10, now())`;
  // Where one signed in before, the lock of an address does not hold.
  await sql`delete from known_network`;
  expect((await signIn('deputy', 'walnut-kettle-77')).envelope.code).toBe(ErrorCode.signInLocked);
  const { printed } = await recover('--switch-on', '--unlock');
  expect(printed).toMatch(/^Switched on: +base, tagging$/m);
  expect((await signIn('deputy', 'walnut-kettle-77')).status).toBe(200);
  expect((await sql`select place from menu_setting where menu_key = 'base' and enabled`)[0]?.place).toBe(3);
  expect((await sql`select 1 from menu_setting where not enabled`).length).toBe(0);
});

test('runs as an npm script, and an unknown command lists the known ones', async () => {
  const { databaseUrl, masterKey } = server;
  const env = { ...process.env, SUYUAN_DATABASE_URL: databaseUrl, SUYUAN_MASTER_KEY: masterKey };
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'admin:recover'], { env });
  expect(stdout).toMatch(/^Administrators\n.*Nothing was changed/s);
  const { code, printed } = await runCommand('admin:recovery', {});
  expect([code, printed]).toEqual([
    1,
    expect.stringContaining('audit:verify, backup, backup:verify, health, key:rotate, restore, restored, trace:verify'),
  ]);
});

test('refuses another master key, under which the audit log could not continue', async () => {
  const env = { SUYUAN_DATABASE_URL: server.databaseUrl, SUYUAN_MASTER_KEY: 'ab'.repeat(32) };
  const { code, printed } = await runCommand('admin:recover', env, '--account', 'admin');
  expect([code, printed]).toEqual([1, expect.stringContaining('sealed under another master key')]);
});

test.skipIf(onCluster)('works on the embedded database, whether the server runs or not', async () => {
  const dataDir = await newDataDir('embedded');
  const env = { SUYUAN_DATA_DIR: dataDir };
  const running = await startProcess(dataDir);
  const first = await runCommand('admin:recover', env, '--account', 'admin');
  const token = await signInTo(running, passwordIn(first.printed));
  expect((await callProcess(running, token, self, {})).must_change_password).toBe(true);
  await ended(running.child, 'SIGTERM');
  const stopped = await runCommand('admin:recover', env, '--account', 'admin');
  expect([stopped.code, passwordIn(stopped.printed)]).toEqual([
    0,
    expect.not.stringMatching(passwordIn(first.printed)),
  ]);
});
