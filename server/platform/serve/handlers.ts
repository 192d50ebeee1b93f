import type { Call, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import type { FastifyReply } from 'fastify';
import type { AnyDevice } from '../access/authentication.ts';
import type { SecondPerson, SecondPersonCall } from '../access/separate-duties.ts';
import type { Change } from '../audit/audit-log.ts';
import type { Account, Caller } from '../caller.ts';
import type { Uploaded } from '../spool/file-upload.ts';

/** The caller of a call. With an upload, the file has been received completely before the handler runs. */
export type CallerOf<C extends Call> = (C['access'] extends 'public' ? Caller : Caller<Account>) & PartsOf<C>;
export type ChangingCaller<C extends Call> = Caller<Account> & PartsOf<C>;
/** What a caller has by the declaration of the call. */
type PartsOf<C extends Call> = UploadOf<C> & SecondPersonOf<C>;
type UploadOf<C extends Call> = C extends { upload: true } ? Uploaded : unknown;
type SecondPersonOf<C extends Call> = C extends SecondPersonCall ? { readonly secondPerson: SecondPerson } : unknown;
/** Handles a call that changes something, in the transaction of the change. */
export type ChangeHandler<C extends Call> = (
  input: InputOf<C>,
  caller: ChangingCaller<C>,
  change: Change,
) => Promise<OutputOf<C>>;
/** The same for a handler that begins the transaction itself, by `inTransaction`. */
export type InTimeHandler<C extends Call> = (
  input: InputOf<C>,
  caller: ChangingCaller<C>,
  inTransaction: (work: (change: Change) => Promise<OutputOf<C>>) => Promise<OutputOf<C>>,
) => Promise<OutputOf<C>>;
/** Handles a call. A handler that sends its answer itself, as a file, returns `caller.reply`. */
export type Handler<C extends Call> = (
  input: InputOf<C>,
  caller: CallerOf<C>,
) => Promise<C extends { answers: 'file' } ? unknown : OutputOf<C> | FastifyReply>;

/** Handles a call of a device. */
export type DeviceHandler<C extends Call, Calling extends AnyDevice> = (
  input: InputOf<C>,
  caller: Caller & { readonly device: Calling },
) => Promise<C extends { answers: 'file' } ? unknown : OutputOf<C> | FastifyReply>;
