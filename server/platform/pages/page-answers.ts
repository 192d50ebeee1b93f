import { setTimeout } from 'node:timers/promises';
import { type Call, permissionsHeader } from '@suyuan/contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '@suyuan/contract/call/page-answers.ts';
import { firstPage } from '@suyuan/contract/thing/fields.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Type from 'typebox';
import type { Language } from '../language.ts';

/** How long a page waits for the rows of its screen, in milliseconds; if they take longer, the console requests them itself. */
const patience = 300;

interface Opening {
  readonly calls: readonly Call[];
  readonly token: string;
  readonly language: Language;
  /** The menu key of the screen whose first rows are embedded. */
  readonly screen?: string | undefined;
}

/**
 * An HTML element with the answers to the calls that the console makes when it opens: so it knows who is signed in, and has
 * the rows of its screen, as soon as its code is loaded. Refused calls are left out; the console makes them itself.
 */
export async function pageAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  { calls, token, language, screen }: Opening,
): Promise<string> {
  // Made like a request of the caller: with the same address, session and limits.
  const headers = { ...request.headers, token, 'accept-language': language, 'accept-encoding': 'identity' };
  const remoteAddress = request.socket.remoteAddress ?? '127.0.0.1';
  const ask = async (address: string, url = address): Promise<Answers> => {
    const { statusCode, payload, headers: answered } = await app.inject({ url, headers, remoteAddress });
    return statusCode === 200 ? [[address, { payload, mark: `${answered[permissionsHeader]}` }]] : [];
  };
  const results = await Promise.all(
    calls.flatMap(({ path, input, withPage }): Promise<Answers>[] => {
      if (withPage === true)
        return [ask(path, 'token' in (input as Type.TObject).properties ? withToken(path, token) : path)];
      return withPage !== undefined && withPage === screen ? [soon(ask(`${path}?${firstRows}`))] : [];
    }),
  );
  const answers: PageAnswers = Object.fromEntries(results.flat());
  return `<script type="application/json" id="${pageAnswersId}">${asScriptText(answers)}</script>`;
}

type Answers = readonly (readonly [address: string, answer: PageAnswers[string]])[];

const firstRows = new URLSearchParams(Object.entries(firstPage).map(([key, value]) => [key, `${value}`]));
const withToken = (path: string, token: string): string => `${path}?${new URLSearchParams({ token })}`;

/** The answers if they come in time, else none. */
async function soon(answers: Promise<Answers>): Promise<Answers> {
  const late = new AbortController();
  const none = setTimeout(patience, [], { signal: late.signal }).catch(() => []);
  return Promise.race([answers, none]).finally(() => late.abort());
}

/** JSON that cannot close the surrounding script element. */
const asScriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
