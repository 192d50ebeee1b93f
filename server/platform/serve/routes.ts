import { type Call, type InputOf, listOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { AnyDevice, Device, WarehouseDevice } from '../access/authentication.ts';
import type { RequireSeparateDuties } from '../access/separate-duties.ts';
import type { AccessLog } from '../audit/access-log.ts';
import type { AuditLog, Change } from '../audit/audit-log.ts';
import { readOnly } from '../audit/written-tables.ts';
import type { Account, Caller } from '../caller.ts';
import type { Database } from '../database/database.ts';
import type { Tables } from '../database/table.ts';
import type { Pressure } from '../health/pressure.ts';
import type { CallLimits } from '../network/rate-limits.ts';
import { badInput, Refusal, unknownDevice } from '../refusal.ts';
import { type Uploaded, withUpload } from '../spool/file-upload.ts';
import type { LongAnswers } from '../spool/long-answers.ts';
import type { Spool } from '../spool/spool.ts';
import { Admission, asToldTo, isChange, writes } from './admission.ts';
import { Callers } from './callers.ts';
import type { CallerOf, ChangeHandler, ChangingCaller, DeviceHandler, Handler, InTimeHandler } from './handlers.ts';
import { inputOfForm, malformedBody, onlyMissing } from './input.ts';
import type { KeyCalls } from './once/key-calls.ts';
import { headerName, idempotencyKeyOf, type Once, onceUnder } from './once/once.ts';
import { isInQuery, schemaOf } from './route-schema.ts';
import { SecondPeople, settled } from './second-people.ts';

/** Told of a message of a device that was refused as a whole (400): what came in, as far as it could be read. */
export type RefusedMessage<Calling extends AnyDevice> = (
  device: Calling,
  body: unknown,
  refusal: Refusal,
) => Promise<void>;

interface RouteOptions extends RouteShorthandOptions {
  /** The largest upload in bytes, if that is more than the settings allow. */
  readonly largest?: number;
}

/**
 * Registers the contract's calls. What a call declares is enforced here before its handler runs: who may call, and what the
 * input is. A call outside of the contract cannot be registered, and a call of the contract without a handler ends the start.
 */
export class Routes {
  /** Who is let in. Modules tell it who looks up sessions and keys. */
  readonly admission: Admission;
  /** Who is behind what is asked for outside of a call of the contract. */
  readonly callers: Callers;
  readonly #app: FastifyInstance;
  readonly #calls: readonly Call[];
  readonly #audit: AuditLog;
  readonly #pressure: Pressure;
  readonly #answers: LongAnswers;
  readonly #spool: Spool;
  readonly #served = new Set<string>();
  readonly #changes = new Map<Call, ChangeHandler<Call>>();
  readonly #secondPeople: SecondPeople;
  readonly #keyCalls: KeyCalls;

  constructor(
    app: FastifyInstance,
    parts: {
      calls: readonly Call[];
      tables: Tables;
      database: Database;
      audit: AuditLog;
      access: AccessLog;
      limits: CallLimits;
      pressure: Pressure;
      answers: LongAnswers;
      spool: Spool;
      keyCalls: KeyCalls;
    },
  ) {
    this.#app = app;
    // Handlers write through `change`, or through `services.system` what keeps a record of its own; `caller.db` is read-only.
    const db = parts.database.db.withPlugin(readOnly);
    this.admission = new Admission(parts.limits, parts.access);
    this.callers = new Callers({ ...parts, admission: this.admission, db });
    this.#secondPeople = new SecondPeople(db);
    this.#keyCalls = parts.keyCalls;
    this.#calls = parts.calls;
    this.#audit = parts.audit;
    this.#pressure = parts.pressure;
    this.#answers = parts.answers;
    this.#spool = parts.spool;
  }

  /** Serves a call that changes nothing, or that keeps its own record. Throws for a call that is declared as a change. */
  serve<C extends Call>(call: C, handler: Handler<C>, options: RouteOptions = {}): void {
    if (isChange(call)) throw new Error(`${call.path} is declared as a change, so it must be served with change()`);
    this.#register(call, handler, options);
  }

  /** Serves a call of devices of a line, which keeps its own record. */
  serveDevice<C extends Call>(call: C, handler: DeviceHandler<C, Device>, options: RouteOptions = {}): void {
    this.#serveKeys(call, isOfLine, handler, options);
  }

  /** The same for a call of the system of a warehouse. */
  serveWarehouse<C extends Call>(
    call: C,
    handler: DeviceHandler<C, WarehouseDevice>,
    { refused, ...options }: RouteOptions & { readonly refused?: RefusedMessage<WarehouseDevice> } = {},
  ): void {
    const errorHandler = async (error: Error, { device, body }: FastifyRequest) => {
      const refusal = error instanceof Refusal ? error : malformedBody(error);
      if (refused && refusal?.status === 400 && device && isOfWarehouse(device)) await refused(device, body, refusal);
      // Answered as every other error is.
      throw error;
    };
    this.#serveKeys(call, isOfWarehouse, handler, refused ? { ...options, errorHandler } : options);
  }

  /** A key of the other kind is refused as unknown. */
  #serveKeys<C extends Call, Calling extends AnyDevice>(
    call: C,
    isFor: (device: AnyDevice) => device is Calling,
    handler: DeviceHandler<C, Calling>,
    options: RouteOptions,
  ): void {
    if (call.access !== 'device') throw new Error(`${call.path} is not declared as a device call (access: 'device')`);
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

  /** Serves a call that changes something: its handler runs in one transaction, with a record in the audit log. */
  change<C extends Call>(call: C, handler: ChangeHandler<C>, options: RouteOptions = {}): void {
    if (!isChange(call) || call.access === 'public')
      throw new Error(`${call.path} is not declared as a change, so it must be served with serve()`);
    this.#changes.set(call, handler as ChangeHandler<Call>);
    this.#register<Call>(
      call,
      (input, caller) => {
        const work = settled(caller, (change: Change) =>
          handler(input as InputOf<C>, caller as ChangingCaller<C>, change),
        );
        // Not after a deadlock if there is an upload, which can be read only once.
        const again = call.upload !== true;
        const run = <Answer>(guarded: (change: Change) => Promise<Answer>) =>
          this.#audit.inTransaction(call, input, caller as Caller<Account>, guarded, { again });
        const { once } = caller as { readonly once?: Once };
        return once ? this.#keyCalls.change(once, caller.reply, work, run) : run(work);
      },
      options,
    );
  }

  /**
   * Serves a change whose handler begins the transaction itself, once, by `inTransaction`: before it answers or later.
   */
  changeDeferred<C extends Call>(call: C, handler: InTimeHandler<C>, options: RouteOptions = {}): void {
    if (!isChange(call) || call.access === 'public')
      throw new Error(`${call.path} is not declared as a change, so it must be served with serve()`);
    this.#register<Call>(
      call,
      (input, caller) =>
        handler(input as InputOf<C>, caller as ChangingCaller<C>, (work) =>
          this.#audit.inTransaction(call, input, caller as Caller<Account>, settled(caller, work)),
        ),
      options,
    );
  }

  /** Carries out a change that its caller tells of within another call, with a record of its own. */
  changeToldOf<C extends Call, Answer>(
    call: C,
    input: InputOf<C>,
    caller: Caller<Account>,
    work: (change: Change) => Promise<Answer>,
  ): Promise<Answer> {
    return this.#audit.inTransaction(call, input, caller, work);
  }

  /** The handler of a call served by `change`: for a batch call that does the same with several rows. */
  changeOf(call: Call): ChangeHandler<Call> {
    const handler = this.#changes.get(call);
    if (!handler || call.secondPerson)
      throw new Error(`${call.path} must be served with change(), and take one person only, to be part of a batch`);
    return handler;
  }

  #register<C extends Call>(call: C, handler: Handler<C>, { largest, ...options }: RouteOptions): void {
    if (!this.#calls.includes(call))
      throw new Error(`${call.path} is unknown: a file in a folder of contract/ must export it`);
    if (this.#served.has(call.path)) throw new Error(`${call.path} has two handlers`);
    this.#served.add(call.path);
    this.#app.route({
      ...options,
      method: call.method,
      url: call.path,
      // A HEAD request would carry out the call and discard the answer.
      exposeHeadRoute: false,
      config: {
        ...options.config,
        list: listOf(call),
        movesFile: call.upload === true || call.answers === 'file',
      },
      schema: schemaOf(call),
      // Fields that are missing in the query may be in the form.
      attachValidation: call.upload === true,
      // Before the body is parsed, so that unauthorised callers cannot make the server read it.
      onRequest: async (request, reply) => {
        this.#pressure.admit(call, reply);
        if (call.access === 'device') request.device = await this.admission.device(request);
        else request.account = await this.admission.person(call, request, reply);
      },
      // No body counts as an empty object.
      preValidation: async (request) => {
        request.body ??= {};
      },
      handler: async (request, reply) => {
        if (call.answers === 'file') this.#answers.admit(reply, request.account);
        const handled = async (input: unknown, more: Partial<Uploaded> = {}) => {
          const once = await this.#onceOf(call, request, input, more.file);
          const answer = () =>
            this.callers.traced(call, input, { request, reply }, (caller) => {
              const whole = { ...caller, ...more, once, ...this.#secondPeople.askedBy(call, caller.account) };
              return settled(whole, () => handler(input as InputOf<C>, whole as unknown as CallerOf<C>))();
            });
          const answered = once && !this.#changes.has(call) ? this.#keyCalls.call(once, reply, answer) : answer();
          return answered.catch(asToldTo(request.account));
        };
        if (onlyMissing(request) === false) throw request.validationError as Error;
        const data = call.upload
          ? await withUpload({ request, reply }, this.#spool, largest, ({ fields, file }) =>
              handled(inputOfForm(request, fields), { file }),
            )
          : await handled(isInQuery(call) ? request.query : request.body);
        if (call.answers === 'file' || data === reply) return reply;
        return { status_code: 200, message: 'ok', code: ErrorCode.ok, data: data ?? null };
      },
    });
  }

  /** What the key of a system asks for under an Idempotency-Key; undefined for all other calls. */
  async #onceOf(
    call: Call,
    request: FastifyRequest,
    input: unknown,
    file?: Uploaded['file'],
  ): Promise<Once | undefined> {
    const { account } = request;
    if (!account?.key || !writes(call)) return undefined;
    const key = idempotencyKeyOf(request);
    if (key === undefined) return undefined;
    // The answer is not kept, which would be silently different from what was asked for.
    if (call.answers === 'file') throw badInput({ path: headerName, reason: 'no_idempotent_file' });
    return onceUnder(key, account.id, call, input, file);
  }

  /** Sets who says whether two accounts are two people. */
  separateDutiesBy(check: RequireSeparateDuties): void {
    this.#secondPeople.askBy(check);
  }

  /** Throws unless every call of the contract is served and callers can be looked up. */
  complete(): void {
    this.admission.complete();
    const paths = this.#calls.filter((call) => !this.#served.has(call.path)).map((call) => call.path);
    if (paths.length > 0) throw new Error(`Calls without a handler: ${paths.join(', ')}`);
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    account: Account | undefined;
    device: AnyDevice | undefined;
  }
}

const isOfLine = (device: AnyDevice): device is Device => 'lineId' in device;
const isOfWarehouse = (device: AnyDevice): device is WarehouseDevice => 'warehouseId' in device;
