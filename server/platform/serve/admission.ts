import { type Call, deviceKeyHeader, permissionsHeader } from '@suyuan/contract/call/call.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Type from 'typebox';
import type { AnyDevice, DeviceKeys, Sessions } from '../access/authentication.ts';
import { type AccessLog, isRefusedAccess } from '../audit/access-log.ts';
import type { Account } from '../caller.ts';
import type { CallLimits } from '../network/rate-limits.ts';
import { sessionExpired, unknownDevice } from '../refusal.ts';
import { requireRight } from './rights.ts';

interface Known {
  readonly sessions: Sessions;
  readonly devices: DeviceKeys;
}

/** Authenticates and authorises callers, before anything of the body is read. */
export class Admission {
  readonly #limits: CallLimits;
  readonly #access: AccessLog;
  #sessions: Sessions | undefined;
  #devices: DeviceKeys | undefined;

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

  /** Throws unless both are set. */
  complete(): void {
    this.#known();
  }

  /** An account with its current rights. Throws if there is none any more, or if it may not make the call. */
  async holder(call: Call, accountId: number): Promise<Account> {
    const account = await this.#known().sessions.holder(accountId);
    requireRight(call, account);
    return account;
  }

  /**
   * The account that makes a call; undefined for public calls and for download tickets. Throws 403 without a session, and 401
   * without the right to the call.
   */
  async person(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Account | undefined> {
    const token = tokenOf(request);
    if (call.access === 'public') return undefined;
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
    return { sessions: this.#sessions, devices: this.#devices };
  }
}

/** The session token of a request, not verified yet. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers.token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

const takesTicket = (call: Call): boolean => 'ticket' in (call.input as Type.TObject).properties;
const hasTicket = (query: unknown): boolean => typeof (query as { ticket?: unknown }).ticket === 'string';
