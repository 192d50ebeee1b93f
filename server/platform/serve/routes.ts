import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Kysely } from 'kysely';
import Type from 'typebox';
import {
  type Call,
  callersOf,
  deviceKeyHeader,
  type InputOf,
  type OutputOf,
  permissionsHeader,
} from '../../../contract/call/call.ts';
import { ErrorCode } from '../../../contract/call/errors.ts';
import type { AnyDevice, Device, DeviceKeys, WarehouseDevice } from '../access/devices.ts';
import { seenBy } from '../access/row-security.ts';
import type { Sessions } from '../access/sessions.ts';
import { type Access, type AccessLog, isRefusedAccess } from '../audit/access-log.ts';
import type { AuditLog, Change } from '../audit/audit-log.ts';
import { readOnly } from '../audit/written-tables.ts';
import { type Account, type Caller, type CodesAsked, holds, isOfEnterprise, type Principal } from '../caller.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import type { Tables } from '../database/table.ts';
import type { CallLimits } from '../http/rate-limits.ts';
import { preferredLanguage } from '../language.ts';
import { noAccess, Refusal, sessionExpired, unknownDevice, viewOnly, viewTakesNothing } from '../refusal.ts';
import { type Uploaded, withUpload } from './file-upload.ts';
import type { LongAnswers } from './long-answers.ts';
import type { Spool } from './spool.ts';

/** Who calls. With an upload, the file is there before the handler is: nothing is held while somebody sends it. */
type CallerOf<C extends Call> = (C['access'] extends 'public' ? Caller : Caller<Account>) & UploadOf<C>;
type ChangingCaller<C extends Call> = Caller<Account> & UploadOf<C>;
type UploadOf<C extends Call> = C extends { upload: true } ? Uploaded : unknown;
/** Carries out a call that changes something, in the transaction of the change. */
export type ChangeHandler<C extends Call> = (
  input: InputOf<C>,
  caller: ChangingCaller<C>,
  change: Change,
) => Promise<OutputOf<C>>;
/** The same for a change that decides when its transaction begins. */
export type InTimeHandler<C extends Call> = (
  input: InputOf<C>,
  caller: ChangingCaller<C>,
  carryOut: (work: (change: Change) => Promise<OutputOf<C>>) => Promise<OutputOf<C>>,
) => Promise<OutputOf<C>>;
/** Carries out a call. What is sent on `caller.reply` itself, as a file is, is answered by `caller.reply`. */
export type Handler<C extends Call> = (
  input: InputOf<C>,
  caller: CallerOf<C>,
) => Promise<C extends { answers: 'file' } ? unknown : OutputOf<C> | FastifyReply>;

/** Carries out a call of a device. */
type DeviceHandler<C extends Call, Calling extends AnyDevice> = (
  input: InputOf<C>,
  caller: Caller & { readonly device: Calling },
) => Promise<C extends { answers: 'file' } ? unknown : OutputOf<C> | FastifyReply>;

interface RouteOptions extends RouteShorthandOptions {
  /** Bytes of an uploaded file, where it may be larger than the settings say. */
  readonly largest?: number;
}

/**
 * Registers the contract's calls. What a call declares is enforced here, before its handler: who may call, what the
 * input is. A call outside the contract cannot be registered, and a call of the contract without a handler fails start.
 */
export class Routes {
  readonly #app: FastifyInstance;
  readonly #calls: readonly Call[];
  readonly #tables: Tables;
  readonly #db: Kysely<Schema>;
  readonly #audit: AuditLog;
  readonly #access: AccessLog;
  readonly #limits: CallLimits;
  readonly #answers: LongAnswers;
  readonly #spool: Spool;
  readonly #served = new Set<string>();
  readonly #changes = new Map<Call, ChangeHandler<Call>>();
  #sessions: Sessions | undefined;
  #devices: DeviceKeys | undefined;

  constructor(
    app: FastifyInstance,
    parts: {
      calls: readonly Call[];
      tables: Tables;
      database: Database;
      audit: AuditLog;
      access: AccessLog;
      limits: CallLimits;
      answers: LongAnswers;
      spool: Spool;
    },
  ) {
    this.#app = app;
    // What a change writes, it writes in its transaction; what keeps a record of its own goes by the system's database.
    this.#db = parts.database.db.withPlugin(readOnly);
    this.#calls = parts.calls;
    this.#tables = parts.tables;
    this.#audit = parts.audit;
    this.#access = parts.access;
    this.#limits = parts.limits;
    this.#answers = parts.answers;
    this.#spool = parts.spool;
  }

  /** For a call that changes nothing, or keeps its own record of what it does. */
  serve<C extends Call>(call: C, handler: Handler<C>, options: RouteOptions = {}): void {
    if (isChange(call)) throw new Error(`${call.path} changes something: it is served with change()`);
    this.#register(call, handler, options);
  }

  /** For a call of the devices of a line, which keeps its own record of what it does. */
  serveDevice<C extends Call>(call: C, handler: DeviceHandler<C, Device>, options: RouteOptions = {}): void {
    this.#serveKeys(call, isOfLine, handler, options);
  }

  /** The same for a call of the system of a warehouse. */
  serveWarehouse<C extends Call>(
    call: C,
    handler: DeviceHandler<C, WarehouseDevice>,
    options: RouteOptions = {},
  ): void {
    this.#serveKeys(call, isOfWarehouse, handler, options);
  }

  /** A key of another kind is none for the call. */
  #serveKeys<C extends Call, Calling extends AnyDevice>(
    call: C,
    isFor: (device: AnyDevice) => device is Calling,
    handler: DeviceHandler<C, Calling>,
    options: RouteOptions,
  ): void {
    if (call.access !== 'device') throw new Error(`${call.path} is no call of devices`);
    this.serve<Call>(
      call,
      async (input, caller) => {
        const { device } = caller.request;
        if (!device || !isFor(device)) throw unknownDevice();
        return handler(input as InputOf<C>, { ...caller, device });
      },
      options,
    );
  }

  /** For a call that changes something: it gets a transaction, and leaves a record in the audit log. */
  change<C extends Call>(call: C, handler: ChangeHandler<C>, options: RouteOptions = {}): void {
    if (!isChange(call) || call.access === 'public') throw new Error(`${call.path} is declared as changing nothing`);
    this.#changes.set(call, handler as ChangeHandler<Call>);
    this.#register<Call>(
      call,
      (input, caller) =>
        this.#audit.carryOut(call, input, caller as Caller<Account>, (change) =>
          handler(input as InputOf<C>, caller as ChangingCaller<C>, change),
        ),
      options,
    );
  }

  /**
   * For a change that may go on after its answer: the handler begins its transaction itself, once, by `carryOut`, before
   * it answers or later.
   */
  changeInTime<C extends Call>(call: C, handler: InTimeHandler<C>, options: RouteOptions = {}): void {
    if (!isChange(call) || call.access === 'public') throw new Error(`${call.path} is declared as changing nothing`);
    this.#register<Call>(
      call,
      (input, caller) =>
        handler(input as InputOf<C>, caller as ChangingCaller<C>, (work) =>
          this.#audit.carryOut(call, input, caller as Caller<Account>, work),
        ),
      options,
    );
  }

  /** What is done when a call of `change` is made: for a change that does the same with several rows. */
  changeOf(call: Call): ChangeHandler<Call> {
    const handler = this.#changes.get(call);
    if (!handler) throw new Error(`${call.path} is not served as a change`);
    return handler;
  }

  #register<C extends Call>(call: C, handler: Handler<C>, { largest, ...options }: RouteOptions): void {
    if (!this.#calls.includes(call))
      throw new Error(`${call.path} is not among the calls: no file in a folder of contract/ exports it`);
    if (this.#served.has(call.path)) throw new Error(`${call.path} is served twice`);
    this.#served.add(call.path);
    const inQuery = call.method === 'GET' || call.upload === true;
    this.#app.route({
      ...options,
      method: call.method,
      url: call.path,
      // A HEAD would carry the call out, and throw its answer away.
      exposeHeadRoute: false,
      schema: {
        summary: call.summary,
        description: `Who may call: ${callersOf(call)}.`,
        tags: [call.path.split('/')[2] ?? ''],
        ...(call.access === 'public' ? {} : { security: [{ [call.access === 'device' ? 'deviceKey' : 'token']: [] }] }),
        [inQuery ? 'querystring' : 'body']: call.input,
        ...(call.answers === 'file' ? {} : { response: { 200: envelopeOf(call) } }),
      },
      // Before the body is parsed: who may not call cannot make the server read anything.
      onRequest: async (request, reply) => {
        if (call.access === 'device') request.device = await this.#admitDevice(request);
        else request.account = await this.#admit(call, request, reply);
      },
      // No body at all is an input without fields.
      preValidation: async (request) => {
        request.body ??= {};
      },
      handler: async (request, reply) => {
        const input = inQuery ? request.query : request.body;
        if (call.answers === 'file') this.#answers.admit(reply, request.account);
        const data = await this.#traced(call, input, request, reply, (caller) =>
          call.upload
            ? withUpload(caller, this.#spool, largest, (whole) => handler(input as InputOf<C>, whole as CallerOf<C>))
            : handler(input as InputOf<C>, caller as CallerOf<C>),
        );
        if (call.answers === 'file' || data === reply) return reply;
        return { status_code: 200, message: 'ok', code: ErrorCode.ok, data: data ?? null };
      },
    });
  }

  /** Says who knows the people that are signed in. */
  admitBy(sessions: Sessions): void {
    this.#sessions = sessions;
  }

  /** For whom a job goes on with a call, with what they may do and see now. Throws where they may not make it any more. */
  async principal(call: Call, accountId: number, from: Pick<Principal, 'ip' | 'language'>): Promise<Principal> {
    const account = await (this.#sessions as Sessions).holder(accountId);
    requireRight(call, account);
    return { ...from, account, db: seenBy(this.#db, account, this.#tables) };
  }

  /** Says who knows the devices of production lines and warehouses. */
  admitDevicesBy(devices: DeviceKeys): void {
    this.#devices = devices;
  }

  /** Throws unless every call of the contract is served, and somebody knows who makes it. */
  complete(): void {
    if (!this.#sessions) throw new Error('nobody knows who is signed in');
    if (!this.#devices) throw new Error('nobody knows the devices of lines');
    const missing = this.#calls.filter((call) => !this.#served.has(call.path)).map((call) => call.path);
    if (missing.length > 0) throw new Error(`calls without a handler: ${missing.join(', ')}`);
  }

  /** Carries out a call, with a record of it where it is to leave one, and of its being refused. */
  async #traced<Answer>(
    call: Call,
    input: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
    work: (caller: Caller) => Promise<Answer>,
  ): Promise<Answer> {
    let asked: CodesAsked | undefined;
    let noteFile: Caller['noteFile'] | undefined;
    const caller = this.#callerOf(request, reply, {
      note: (about) => {
        asked = about;
      },
      noteFile: async (sha256) => {
        if (!noteFile) throw new Error(`${call.path} is not traced`);
        await noteFile(sha256);
      },
    });
    const { account, ip } = caller;
    if (!account) return work(caller);
    const access: Access = { call, account, ip };
    if (call.traced)
      return this.#access.carryOut(
        access,
        input,
        () => asked,
        (onRecord) => {
          noteFile = onRecord;
          return work(caller);
        },
      );
    try {
      return await work(caller);
    } catch (error) {
      if (isRefusedAccess(error)) await this.#access.refused(access);
      throw error;
    }
  }

  async #admit(call: Call, request: FastifyRequest, reply: FastifyReply): Promise<Account | undefined> {
    const token = tokenOf(request);
    if (call.access === 'public') return undefined;
    // A download ticket carries its owner's right; the handler redeems it.
    if (!token && takesTicket(call) && hasTicket(request.query)) return undefined;
    if (!token) throw sessionExpired();
    const account = await (this.#sessions as Sessions).account(token, call.unattended);
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
  async #admitDevice(request: FastifyRequest): Promise<AnyDevice> {
    const key = request.headers[deviceKeyHeader];
    const device = typeof key === 'string' ? await (this.#devices as DeviceKeys).device(key) : undefined;
    if (!device) {
      await this.#limits.ofWrongKeys(request);
      throw unknownDevice();
    }
    await this.#limits.ofDevice(request, device);
    return device;
  }

  #callerOf(request: FastifyRequest, reply: FastifyReply, notes: Pick<Caller, 'note' | 'noteFile'>): Caller {
    const { account } = request;
    return {
      account,
      db: account && seenBy(this.#db, account, this.#tables),
      token: tokenOf(request),
      // A connection that is gone already has no address.
      ip: request.ip ?? '',
      language: preferredLanguage(request.headers['accept-language']),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 512),
      ...notes,
      request,
      reply,
    };
  }
}

/** Throws unless the account may make the call now. */
export function requireRight(call: Call, account: Account): void {
  if (!call.duringSetup) refuseUntilSetUp(account);
  if (account.viewed_role !== undefined) refuseInView(call, account.viewed_role);
  if (call.parties === 'enterprise' && !isOfEnterprise(account)) throw noAccess();
  if (call.access === 'public' || call.access === 'signed-in') return;
  // A person is no device, whatever he holds.
  if (call.access === 'device') throw noAccess();
  if (!holds(account, call.access)) throw noAccess();
}

/** A view of the console as a role has it is for looking: it changes nothing, and no file leaves by it under the viewer's name. */
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

const writes = (call: Call): boolean => isChange(call) || call.effect === 'own-record';

/** A POST changes something unless it is declared otherwise; a GET does not, unless it is declared so. */
const isChange = ({ method, effect }: Call): boolean =>
  effect === undefined ? method === 'POST' : effect === 'change';

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | undefined;
    device: AnyDevice | undefined;
  }
}

function tokenOf(request: FastifyRequest): string | undefined {
  const token = request.headers.token;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

const isOfLine = (device: AnyDevice): device is Device => 'lineId' in device;
const isOfWarehouse = (device: AnyDevice): device is WarehouseDevice => 'warehouseId' in device;

const takesTicket = (call: Call): boolean => 'ticket' in (call.input as Type.TObject).properties;
const hasTicket = (query: unknown): boolean => typeof (query as { ticket?: unknown }).ticket === 'string';

const envelopeOf = (call: Call) =>
  Type.Object({ status_code: Type.Integer(), message: Type.String(), code: Type.Integer(), data: call.output });
