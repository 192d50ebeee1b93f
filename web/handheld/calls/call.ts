import type { Call, Envelope, InputOf, OutputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { EventRefusal } from '@suyuan/contract/trace/refusal.ts';
import i18next from 'i18next';

/** A call that was refused (with its status), or had no answer (status 0). */
export class CallFailure extends Error {
  readonly status: number;
  readonly code: number;
  readonly refusals: readonly EventRefusal[];

  constructor(status: number, code: number, message: string, refusals: readonly EventRefusal[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.refusals = refusals;
  }

  /** The session was ended: by the console, or because the password or the account was changed. */
  get isSessionEnded(): boolean {
    return this.code === ErrorCode.sessionEnded;
  }

  /** Only a new sign-in helps. */
  get needsSignIn(): boolean {
    return this.isSessionEnded || this.code === ErrorCode.sessionExpired || this.status === 401;
  }

  /** The call may succeed later as it is. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 408 || this.status === 429 || this.status >= 500;
  }
}

/** How long an answer may take, in milliseconds: a snapshot of a million codes, or a photo over a slow network, takes the longest. */
const patience = 60_000;

/** Makes a call of the contract and returns its `data`. Throws a CallFailure. */
export async function call<C extends Call>(definition: C, input: InputOf<C>, token?: string): Promise<OutputOf<C>> {
  const response = await send(definition, input as Readonly<Record<string, unknown>>, token);
  return (await dataOf(response)) as OutputOf<C>;
}

/** Makes a call that answers a file. */
export async function fetchBytes<C extends Call>(
  definition: C,
  input: InputOf<C>,
  token?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await send(definition, input as Readonly<Record<string, unknown>>, token);
  if (!response.ok) await dataOf(response);
  return new Uint8Array(await response.arrayBuffer().catch(withoutAnswer));
}

/** Makes a call that takes a file. */
export async function sendFile<C extends Call & { readonly upload: true }>(
  definition: C,
  input: InputOf<C>,
  file: Blob,
  token: string,
): Promise<OutputOf<C>> {
  const response = await send(definition, input as Readonly<Record<string, unknown>>, token, file);
  return (await dataOf(response)) as OutputOf<C>;
}

async function send(
  { method, path }: Call,
  input: Readonly<Record<string, unknown>>,
  token: string | undefined,
  file?: Blob,
): Promise<Response> {
  const inQuery = method === 'GET' || file !== undefined;
  return fetch(inQuery ? `${path}?${new URLSearchParams(input as Record<string, string>)}` : path, {
    method,
    headers: {
      'accept-language': i18next.language,
      ...(token && { token }),
      ...(!inQuery && { 'content-type': 'application/json' }),
    },
    ...(method === 'POST' && { body: file ? formOf(file) : JSON.stringify(input) }),
    signal: AbortSignal.timeout(patience),
  }).catch(withoutAnswer);
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file, 'photo');
  return form;
}

/** For `.catch`: nothing came back. */
export function withoutAnswer(): never {
  throw new CallFailure(0, 0, i18next.t('handheld.offline'));
}

async function dataOf(response: Response): Promise<unknown> {
  const envelope = (await response.json().catch(() => undefined)) as Partial<Envelope> | undefined;
  const status = envelope?.status_code ?? response.status;
  if (status === 200 && envelope) return envelope.data;
  const refusals = (envelope?.data as { refusals?: readonly EventRefusal[] } | null | undefined)?.refusals ?? [];
  throw new CallFailure(status, envelope?.code ?? 0, envelope?.message ?? i18next.t('handheld.offline'), refusals);
}
