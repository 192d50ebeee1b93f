import type { FastifyReply, FastifyRequest } from 'fastify';
import type Type from 'typebox';
import { type Call, deviceKeyHeader, permissionsHeader } from '../../../contract/call/call.ts';
import type { AnyDevice, DeviceKeys } from '../access/devices.ts';
import type { Sessions } from '../access/sessions.ts';
import { type AccessLog, isRefusedAccess } from '../audit/access-log.ts';
import type { Account } from '../caller.ts';
import type { CallLimits } from '../network/rate-limits.ts';
import { sessionExpired, unknownDevice } from '../refusal.ts';
import { requireRight } from './rights.ts';

/** Who knows those that call. */
interface Known {
  readonly sessions: Sessions;
  readonly devices: DeviceKeys;
}

/** Lets in whoever may make a call, before anything of its body is read. */
export class Admission {
  readonly #limits: CallLimits;
  readonly #access: AccessLog;
  #sessions: Sessions | undefined;
  #devices: DeviceKeys | undefined;

  constructor(limits: CallLimits, access: AccessLog) {
    this.#limits = limits;
    this.#access = access;
  }

  /** Says who knows the people that are signed in. */
  admitBy(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  /** Says who knows the devices of production lines and warehouses. */
  admitDevicesBy(devices: DeviceKeys): void {
    this.#devices = devices;
  }

  /** Throws unless somebody knows who calls. */
  complete(): void {
    this.#known();
  }

  /** An account with what it may do now. Throws where there is none any more, or where it may not make the call. */
  async holder(call: Call, accountId: number): Promise<Account> {
    const account = await this.#known().sessions.holder(accountId);
    requireRight(call, account);
    return account;
  }

  /** Who is signed in and calls, if anybody has to be. Throws where nobody is, or where they may not make the call. */
  async person(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Account | undefined> {
    const token = tokenOf(request);
    if (call.access === 'public') return undefined;
    // A download ticket carries its owner's right; the handler redeems it.
    if (!token && takesTicket(call) && hasTicket(request.query)) return undefined;
    if (!token) throw sessionExpired();
    const account = await this.#known().sessions.account(token, call.unattended);
    await this.#limits.ofAccount(request, account);
    // Also with a refusal: the console sees by it that what it shows is no longer so.
    reply.header(permissionsHeader, account.fingerprint);
    try {
      requireRight(call, account);
    } catch (error) {
      if (isRefusedAccess(error)) await this.#access.refused({ call, account, ip: request.ip ?? '' });
      throw error;
    }
    return account;
  }

  /** Keys that are none count against the network that tries them; a device that holds one is not held up by others. */
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
    if (!this.#sessions) throw new Error('nobody knows who is signed in');
    if (!this.#devices) throw new Error('nobody knows the devices of lines');
    return { sessions: this.#sessions, devices: this.#devices };
  }
}

/** What the one who calls says to be signed in by. */
export function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers.token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

const takesTicket = (call: Call): boolean => 'ticket' in (call.input as Type.TObject).properties;
const hasTicket = (query: unknown): boolean => typeof (query as { ticket?: unknown }).ticket === 'string';
