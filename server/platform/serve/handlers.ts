import type { FastifyReply } from 'fastify';
import type { Call, InputOf, OutputOf } from '../../../contract/call/call.ts';
import type { AnyDevice } from '../access/devices.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Account, Caller } from '../caller.ts';
import type { Uploaded } from '../spool/file-upload.ts';

/** Who calls. With an upload, the file is there before the handler is: nothing is held while somebody sends it. */
export type CallerOf<C extends Call> = (C['access'] extends 'public' ? Caller : Caller<Account>) & UploadOf<C>;
export type ChangingCaller<C extends Call> = Caller<Account> & UploadOf<C>;
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
export type DeviceHandler<C extends Call, Calling extends AnyDevice> = (
  input: InputOf<C>,
  caller: Caller & { readonly device: Calling },
) => Promise<C extends { answers: 'file' } ? unknown : OutputOf<C> | FastifyReply>;
