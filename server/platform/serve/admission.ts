import { isCallForKeys } from '@suyuan/contract/access/system-key.ts';
import { type Call, deviceKeyHeader, permissionsHeader } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Type from 'typebox';
import type { AnyDevice, DeviceKeys, Sessions, SystemKeys } from '../access/authentication.ts';
import { type AccessLog, isRefusedAccess } from '../audit/access-log.ts';
import { type Account, holds, isOfEnterprise } from '../caller.ts';
import { addressIn } from '../network/network.ts';
import { addressesIn, isAmong } from '../network/ranges.ts';
import type { CallLimits } from '../network/rate-limits.ts';
import {
  keyForbidden,
  keyLacks,
  noAccess,
  Refusal,
  sessionExpired,
  unknownDevice,
  unknownKey,
  viewOnly,
  viewTakesNothing,
} from '../refusal.ts';

interface Known {
  readonly sessions: Sessions;
  readonly devices: DeviceKeys;
  readonly keys: SystemKeys;
}

/** Authenticates and authorises callers, before anything of the body is read. */
export class Admission {
  readonly #limits: CallLimits;
  readonly #access: AccessLog;
  #sessions: Sessions | undefined;
  #devices: DeviceKeys | undefined;
  #keys: SystemKeys | undefined;

  constructor(limits: CallLimits, access: AccessLog) {
    this.#limits = limits;
    this.#access = access;
  }

  /** Sets who looks up the sessions of people. */
  admitBy(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  /** Sets who looks up the keys of devices. */
  admitDevicesBy(devices: DeviceKeys): void {
    this.#devices = devices;
  }

  /** Sets who looks up the keys of other systems. */
  admitSystemsBy(keys: SystemKeys): void {
    this.#keys = keys;
  }

  /** Throws unless all of them are set. */
  complete(): void {
    this.#known();
  }

  /** An account with its current rights. Throws if there is none any more, or if it may not make one of the calls. */
  async holder(calls: readonly Call[], accountId: number): Promise<Account> {
    const { sessions, keys } = this.#known();
    const account = (await keys.holder(accountId)) ?? (await sessions.holder(accountId));
    for (const call of calls) requireRight(call, account);
    return account;
  }

  /**
   * The account that makes a call, in a session or with the key of another system; undefined for public calls and for download
   * tickets. Throws 403 without a session, and 401 without the right to the call; with a key, 401 if it is not valid, and 403 without
   * the right.
   */
  async person(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Account | undefined> {
    if (call.access === 'public') return undefined;
    const key = keyOf(request);
    if (key !== undefined) return this.#ofKey(key, request, call, (account) => requireRight(call, account));
    const token = tokenOf(request);
    // A download ticket carries the right of its owner; the handler redeems it.
    if (!token && takesTicket(call) && hasTicket(request.query)) return undefined;
    if (!token) throw sessionExpired();
    const account = await this.#known().sessions.account(token, call.unattended);
    await this.#limits.ofAccount(request, account);
    // Sent with refusals, too: it tells the console that its permissions or menus are out of date.
    reply.header(permissionsHeader, account.fingerprint);
    try {
      requireRight(call, account);
    } catch (error) {
      if (isRefusedAccess(error)) await this.#access.refused({ call, account, ip: request.ip ?? '' });
      throw error;
    }
    return account;
  }

  /** The account of the key that a request outside of the contract is made with. Throws 403 if it lacks the permission. */
  system(
    request: FastifyRequest,
    about: { readonly path: `/${string}`; readonly permission: string },
  ): Promise<Account> {
    return this.#ofKey(keyOf(request) ?? '', request, about as Pick<Call, 'path'>, ({ permissions }) => {
      if (!permissions.has(about.permission)) throw keyLacks(about.permission);
    });
  }

  /** The account of a key that something is done for without a request. Throws as `system` does. */
  async systemHolder(accountId: number, permission: string): Promise<Account> {
    const account = await this.#known().keys.holder(accountId);
    if (!account) throw unknownKey();
    if (!account.permissions.has(permission)) throw keyLacks(permission);
    return account;
  }

  /** Each call of a key counts, also one that it may not make. */
  async #ofKey(
    key: string,
    request: FastifyRequest,
    call: Pick<Call, 'path'>,
    require: (account: Account) => void,
  ): Promise<Account> {
    const { keys } = this.#known();
    const ip = request.ip ?? '';
    const account = await keys.account(key).catch(async (error) => {
      if (error instanceof Refusal) await this.#limits.ofWrongKeys(request);
      throw error;
    });
    try {
      await this.#limits.ofAccount(request, account);
      requireNetwork(account, ip);
      require(account);
      keys.count(account, { ip, refused: false });
    } catch (error) {
      keys.count(account, { ip, refused: true });
      if (isRefusedAccess(error)) await this.#access.refused({ call, account, ip });
      throw error;
    }
    return account;
  }

  /** The device that makes a call. Wrong keys count against the network that tries them, not against devices with a valid key. */
  async device(request: FastifyRequest): Promise<AnyDevice> {
    const key = request.headers[deviceKeyHeader];
    const device = typeof key === 'string' ? await this.#known().devices.device(key) : undefined;
    if (!device) {
      await this.#limits.ofWrongKeys(request);
      throw unknownDevice();
    }
    await this.#limits.ofDevice(request, device);
    return device;
  }

  #known(): Known {
    if (!this.#sessions) throw new Error('No module has registered the sessions');
    if (!this.#devices) throw new Error('No module has registered the device keys');
    if (!this.#keys) throw new Error('No module has registered the keys of other systems');
    return { sessions: this.#sessions, devices: this.#devices, keys: this.#keys };
  }
}

/** The session token of a request, not verified yet. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers.token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

/** The key of another system in a request (RFC 6750), not verified yet. Other schemes are of proxies before the server. */
function keyOf({ headers: { authorization } }: FastifyRequest): string | undefined {
  const [, scheme, key] = /^(\S+)(?:\s+(.*))?$/.exec(authorization ?? '') ?? [];
  return scheme?.toLowerCase() === 'bearer' ? (key ?? '').trim() : undefined;
}

/** Throws if a key does not come from where it may. */
function requireNetwork({ key }: Account, ip: string): void {
  const networks = key?.networks ?? [];
  if (networks.length > 0 && !isAmong(addressesIn(networks), addressIn(ip))) throw keyForbidden('key_network', { ip });
}

const takesTicket = (call: Call): boolean => 'ticket' in (call.input as Type.TObject).properties;
const hasTicket = (query: unknown): boolean => typeof (query as { ticket?: unknown }).ticket === 'string';

/** Throws unless the account may make the call now: its setup is complete, it is no view, party and permissions fit. */
export function requireRight(call: Call, account: Account): void {
  if (account.key && !isCallForKeys(call)) throw keyForbidden('key_not_for_call');
  if (!call.duringSetup) refuseUntilSetUp(account);
  if (account.viewed_role !== undefined) refuseInView(call, account.viewed_role);
  if (!mayMake(account, call)) throw account.key ? keyRefused(account, call) : noAccess();
}

/** What a key lacks for a call: its permission, if it is not one for the enterprise only. */
function keyRefused(account: Account, { access, parties }: Call): Refusal {
  const [permission] = typeof access === 'string' ? [] : access;
  const isOfOthers = parties === 'enterprise' && !isOfEnterprise(account);
  return permission === undefined || isOfOthers ? keyForbidden('key_not_for_call') : keyLacks(permission);
}

/** For `.catch`: what is 401 for a person is 403 for the key of a system, which is valid all the same. */
export const asToldTo =
  (account: Account | undefined) =>
  (error: unknown): never => {
    const isRefused = account?.key && error instanceof Refusal && error.code === ErrorCode.noAccess;
    throw isRefused ? keyForbidden('no_access') : error;
  };

/** Whether the party and the permissions of an account fit a call. */
export function mayMake(account: Account, { access, parties }: Call): boolean {
  if (parties === 'enterprise' && !isOfEnterprise(account)) return false;
  if (access === 'public' || access === 'signed-in') return true;
  // Calls of devices are never for people, whatever permissions these have.
  return access !== 'device' && holds(account, access);
}

/** A view of the console as a role sees it is read-only, and gives out no files. */
function refuseInView(call: Call, role: string): void {
  if (writes(call)) throw viewOnly(role);
  if (call.answers === 'file') throw viewTakesNothing(role);
}

function refuseUntilSetUp(account: Account): void {
  if (account.must_change_password) {
    throw new Refusal(401, ErrorCode.mustChangePassword, { reason: 'must_change_password' });
  }
  if (account.two_step_due) throw new Refusal(401, ErrorCode.mustSetUpTwoStep, { reason: 'must_set_up_two_step' });
}

/** Whether a call changes something, or keeps a record of its own. */
export const writes = (call: Call): boolean => isChange(call) || call.effect === 'own-record';

/** Whether a call changes something: by default a POST does and a GET does not. */
export const isChange = ({ method, effect }: Call): boolean =>
  effect === undefined ? method === 'POST' : effect === 'change';
