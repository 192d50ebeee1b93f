import { hostname } from 'node:os';
import { parseArgs } from 'node:util';
import { alwaysOn } from '@suyuan/contract/calls.ts';
import { Sessions } from '#modules/organ/session/sessions.ts';
import {
  type AccessState,
  type AdministratorState,
  type Recovered,
  readAccessState,
  recoverAccount,
  switchOn,
} from '#modules/organ/sign-in/access-recovery.ts';
import { type Lock, SignInLimit } from '#modules/organ/sign-in/sign-in-limit.ts';
import { AuditLog, type Author } from '#platform/audit/audit-log.ts';
import { type Config, readConfig } from '#platform/config/config.ts';
import type { Database } from '#platform/database/database.ts';
import { requireMasterKey } from '#platform/secrets/master-key-in-use.ts';
import { tables } from '#tables.ts';
import { masterKeyOf, withDatabase } from './command-database.ts';
import { invocation } from './invocation.ts';

// `npm run admin:recover [-- options]`: for when nobody who could fix it can sign in. Without options it reports what it finds
// and changes nothing. Changes take effect at once on every server, and are in the audit log.

const usage = `
  ${invocation('admin:recover')}    prints this and changes nothing
  ${invocation('admin:recover', 'OPTIONS')}
      --account NAME              lets the administrator NAME sign in: enables the account, prints a one-time password,
                                  removes its second step and lock, ends its sessions, and switches on the menus and
                                  buttons it needs
      --administrator             also makes NAME an administrator
      --administrator --create    also creates the account NAME
      --switch-on                 switches on all menus and buttons; keeps names and order
      --unlock                    lifts all locks after failed sign-ins, including those of addresses`;

/** The author in the audit log: this command, and the name of the machine. */
const author: Author = {
  account: { id: 0, account_name: 'admin:recover', party: undefined },
  ip: hostname(),
};
const command = { path: 'server/admin-recover' };

type Options = ReturnType<typeof optionsOf>;

/** Carries out what its arguments ask for, or shows how things are. */
export async function run(args: string[]): Promise<void> {
  const options = optionsOf(args);
  const config = readConfig(process.env);
  await withDatabase(config, async (database) => {
    const isRequested = options.account !== undefined || options['switch-on'] || options.unlock;
    if (isRequested) await recover(database, config, options);
    else await show(database);
  });
}

function optionsOf(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      account: { type: 'string' },
      administrator: { type: 'boolean', default: false },
      create: { type: 'boolean', default: false },
      'switch-on': { type: 'boolean', default: false },
      unlock: { type: 'boolean', default: false },
    },
  });
  if (values.account !== undefined && !values.account.trim())
    throw new Error('--account requires the name of an account.');
  if (values.account === undefined && (values.administrator || values.create)) {
    throw new Error('--administrator and --create require --account NAME.');
  }
  return values;
}

async function recover(database: Database, config: Config, options: Options): Promise<void> {
  const { sql } = database;
  const masterKey = await masterKeyOf(config);
  await requireMasterKey(sql, masterKey);
  const limit = new SignInLimit(sql);
  const sessions = new Sessions(sql, config);
  const { account, administrator, create, unlock } = options;
  const outcome = await new AuditLog(database, tables, masterKey).inTransaction(
    command,
    options,
    author,
    async (change) => {
      const recovered =
        account === undefined ? undefined : await recoverAccount(change, { account, administrator, create });
      const on = options['switch-on'] ? await switchOn(change, 'all') : recovered && (await switchOn(change, 'needed'));
      if (recovered) change.afterwards(() => sessions.closeAll(recovered.id));
      if (unlock) change.afterwards(() => limit.liftAll());
      else if (recovered) change.afterwards(() => limit.lift(recovered.account_name));
      return { recovered, on: on ?? [] };
    },
  );
  if (outcome.recovered) tellRecovered(outcome.recovered);
  if (options['switch-on'] || outcome.on.length > 0)
    console.log(`Switched on:  ${outcome.on.join(', ') || 'nothing, all were on'}`);
  if (unlock) console.log('Cleared the failed sign-ins of all accounts and addresses.');
}

function tellRecovered({ account_name, one_time_password, done }: Recovered): void {
  console.log(`Account       ${account_name}${done.length > 0 ? ` (${done.join(', ')})` : ''}`);
  console.log(`Password      ${one_time_password}`);
  console.log('Shown only once; it must be changed at sign-in. The sessions of the account were ended.');
}

async function show({ db, sql }: Database): Promise<void> {
  const state = await readAccessState(db);
  const locks = await new SignInLimit(sql).locks();
  console.log('Administrators');
  for (const administrator of state.administrators) console.log(`  ${lineOf(administrator, locks)}`);
  for (const finding of findings(state, locks)) console.log(finding);
  console.log(`\nNothing was changed. Options:\n${usage}`);
}

function lineOf(administrator: AdministratorState, locks: readonly Lock[]): string {
  const { account_name, status, must_change_password, two_step, last_login_at } = administrator;
  const lock = locks.find(({ scope, subject }) => scope === 'account' && subject === account_name.toLowerCase());
  return [
    `${account_name.padEnd(20)} ${status}`,
    ...(lock ? [`locked for ${lock.minutes} min after failed sign-ins`] : []),
    ...(must_change_password ? ['has a one-time password'] : []),
    ...(two_step ? ['signs in with a second step'] : []),
    last_login_at ? `last signed in ${last_login_at.toISOString()}` : 'never signed in',
  ].join(', ');
}

/** Possible reasons why people cannot sign in, one line each. */
function findings({ administrators, switchedOff, emptyRoles }: AccessState, locks: readonly Lock[]): string[] {
  const keys = switchedOff.filter((key) => alwaysOn.has(key));
  const others = switchedOff.filter((key) => !alwaysOn.has(key));
  const lines = [
    !administrators.some(({ status }) => status === 'enabled') && 'NO ADMINISTRATOR IS ENABLED.',
    keys.length > 0 && `Kept as switched off, though administrators need it and it stays on: ${keys.join(', ')}`,
    others.length > 0 && `Switched off for everyone: ${others.join(', ')}`,
    emptyRoles.length > 0 && `Roles that give nothing (an administrator mends them): ${emptyRoles.join(', ')}`,
    locks.length > 0 &&
      `Locked after failed sign-ins: ${locks.map(({ scope, subject, minutes }) => `${scope} ${subject} (${minutes} min)`).join(', ')}`,
  ];
  return lines.filter((line) => line !== false);
}
