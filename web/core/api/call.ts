import {
  type Call,
  type Envelope,
  type InputOf,
  type OutputOf,
  permissionsHeader,
  requestIdHeader,
} from '@suyuan/contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '@suyuan/contract/call/page-answers.ts';
import { readCookie } from '../cookies.ts';
import { currentLanguage, textsReady, translate } from '../i18n/i18n.ts';
import { ApiError, type RefusalDetails } from './apiError.ts';
import { type ClientSettings, clientOf, type FailureOptions, handleFailure } from './failure.ts';
import { apiOrigin } from './page/pageOrigins.ts';
import { notePermissions } from './permissions.ts';

export interface CallOptions extends FailureOptions {
  /** Cancels the request, such as the signal of TanStack Query, which aborts when the screen unmounts. */
  readonly signal?: AbortSignal;
  /** The origin to send the call to, if that is not the server of the API: `https://host`. */
  readonly origin?: string;
  /** The file of a call with `upload: true`. */
  readonly file?: Blob;
  /** Overrides the time-out of the client, for calls that are known to take long. */
  readonly timeoutMs?: number;
}

/**
 * Makes a call of the contract and returns its `data`. Throws an ApiError, after showing it to the person (see
 * `FailureOptions`).
 */
export async function call<C extends Call>(
  definition: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<OutputOf<C>> {
  return attempt(definition, options, async (settings, signal) => {
    const response = await send(definition, input, options, signal);
    return (await dataOf(response, settings)) as OutputOf<C>;
  });
}

/** In milliseconds. The server makes the whole file before it answers, which takes minutes for a long list. */
const filePatience = 10 * 60_000;

/** Makes a call that answers a file. The time-out applies until the answer begins. */
export const fetchFile = <C extends Call & { readonly answers: 'file' }>(
  definition: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<{ readonly blob: Blob; readonly name: string }> =>
  attempt(definition, { timeoutMs: filePatience, ...options }, async (settings, signal, stopClock) => {
    const response = await send(definition, input, options, signal);
    if (!response.ok) await dataOf(response, settings);
    stopClock();
    return { blob: await response.blob(), name: fileNameOf(response) };
  });

/** Makes a call that answers a file, and saves it as a download. */
export async function download<C extends Call & { readonly answers: 'file' }>(
  definition: C,
  input: InputOf<C>,
  options: CallOptions = {},
): Promise<void> {
  const file = await fetchFile(definition, input, options);
  const url = URL.createObjectURL(file.blob);
  const link = Object.assign(document.createElement('a'), { href: url, download: file.name });
  link.click();
  // By the next task the browser holds a reference to the blob.
  setTimeout(() => URL.revokeObjectURL(url));
}

/** The URL of a call that answers a file, for the browser to open itself (with a ticket in the input). */
export const fileUrl = <C extends Call & { readonly answers: 'file' }>(definition: C, input: InputOf<C>): string =>
  apiOrigin + urlOf(definition, input as Record<string, unknown>);

type Work<T> = (settings: ClientSettings, signal: AbortSignal, stopClock: () => void) => Promise<T>;

async function attempt<T>(definition: Call, options: CallOptions, work: Work<T>): Promise<T> {
  const settings = clientOf(definition);
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs;
  const clock = new AbortController();
  const timer = setTimeout(() => clock.abort(), timeoutMs);
  const stopClock = () => clearTimeout(timer);
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, clock.signal]) : clock.signal;
    return await work(settings, signal, stopClock);
  } catch (reason) {
    // A screen that has unmounted gets no message.
    if (options.signal?.aborted) throw reason;
    await textsReady();
    const error = clock.signal.aborted ? timedOut(timeoutMs) : asApiError(reason);
    handleFailure(error, settings, options);
    throw error;
  } finally {
    stopClock();
  }
}

async function send(definition: Call, input: unknown, options: CallOptions, signal: AbortSignal): Promise<Response> {
  const values = input as Record<string, unknown>;
  const response =
    takePageAnswer(definition, values) ??
    (await fetch((options.origin ?? apiOrigin) + urlOf(definition, values), {
      method: definition.method,
      headers: headersOf(definition, readCookie('token'), currentLanguage()),
      body: bodyOf(definition, values, options.file),
      signal,
    }));
  notePermissions(definition, response);
  return response;
}

async function dataOf(response: Response, settings: ClientSettings): Promise<unknown> {
  const envelope = (await response.json().catch(() => undefined)) as Partial<Envelope> | undefined;
  const status = envelope?.status_code ?? response.status;
  if (status === 200 && envelope) return envelope.data;
  await textsReady();
  const message = envelope?.message || translate(settings.fallbackMessage);
  const retryAfterSeconds = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
  throw new ApiError(status, envelope?.code ?? 0, message, {
    ...detailsOf(envelope?.data),
    ...(retryAfterSeconds >= 0 ? { retryAfterSeconds } : {}),
    requestId: response.headers.get(requestIdHeader) ?? undefined,
  });
}

function detailsOf(data: unknown): RefusalDetails {
  if (typeof data !== 'object' || data === null) return {};
  return {
    fields: 'fields' in data && Array.isArray(data.fields) ? data.fields : [],
    refusals: 'refusals' in data && Array.isArray(data.refusals) ? data.refusals : [],
  };
}

const timedOut = (timeoutMs: number) =>
  new ApiError(
    0,
    0,
    isOffline() ? translate('error.offline') : translate('error.timeout', { seconds: Math.round(timeoutMs / 1000) }),
  );

const asApiError = (reason: unknown): ApiError =>
  reason instanceof ApiError ? reason : new ApiError(0, 0, translate(isOffline() ? 'error.offline' : 'error.network'));

/** `navigator.onLine` is reliable only when it is false. */
const isOffline = (): boolean => navigator.onLine === false;

function fileNameOf(response: Response): string {
  const disposition = response.headers.get('content-disposition') ?? '';
  const encodedName = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encodedName) return decodeURIComponent(encodedName);
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? 'download';
}

type Values = Readonly<Record<string, unknown>>;

/** The query string of an input: undefined values are left out, lists repeat their key. */
export function queryOf(input: Values): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) query.append(key, String(item));
  }
  const text = query.toString();
  return text && `?${text}`;
}

export const urlOf = (definition: Call, input: Values): string =>
  definition.method === 'GET' || definition.upload ? definition.path + queryOf(input) : definition.path;

/** The body of a POST: JSON, or a multipart form with one file for an upload. */
export function bodyOf(definition: Call, input: Values, file: Blob | undefined): BodyInit | null {
  if (definition.method === 'GET') return null;
  if (!definition.upload) return JSON.stringify(input);
  const form = new FormData();
  if (file) form.append('file', file, file instanceof File ? file.name : 'file');
  return form;
}

export function headersOf(definition: Call, token: string | undefined, language: string): Record<string, string> {
  return {
    Accept: 'application/json',
    'Accept-Language': language,
    ...(token ? { Token: token } : {}),
    ...(definition.method === 'POST' && !definition.upload ? { 'Content-Type': 'application/json' } : {}),
  };
}

let answers: Record<string, PageAnswers[string]> | undefined;

/** Takes the answer to a call that the server embedded in the page. It can be taken once: a second call wants current data. */
export function takePageAnswer(call: Call, input: Readonly<Record<string, unknown>>): Response | undefined {
  answers ??= readPage();
  const answer = answers[urlOf(call, input)] ?? answers[call.path];
  // Other embedded rows of the same list would be stale by the time they are asked for.
  for (const address of Object.keys(answers)) if (address.split('?')[0] === call.path) delete answers[address];
  return answer && new Response(answer.payload, { headers: { [permissionsHeader]: answer.mark } });
}

function readPage(): Record<string, PageAnswers[string]> {
  const text = globalThis.document?.getElementById(pageAnswersId)?.textContent;
  return text ? (JSON.parse(text) as Record<string, PageAnswers[string]>) : {};
}
