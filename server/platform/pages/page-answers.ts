import type { FastifyInstance, FastifyRequest } from 'fastify';
import type Type from 'typebox';
import { type Call, permissionsHeader } from '../../../contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '../../../contract/call/page-answers.ts';
import type { Language } from '../language.ts';

/**
 * The answers to the calls that the console makes as it opens, to go into its page as an element: so it knows who is signed in when its
 * code has come, and asks only for what its screen shows. Whatever is refused is left to the console to ask for itself.
 */
export async function pageAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  { calls, token, language }: { calls: readonly Call[]; token: string; language: Language },
): Promise<string> {
  // As the caller's own request would be: the same address, the same session, the same limits.
  const headers = { ...request.headers, token, 'accept-language': language, 'accept-encoding': 'identity' };
  const remoteAddress = request.socket.remoteAddress ?? '127.0.0.1';
  const ask = async ({ path, input }: Call) => {
    const query: Record<string, string> = 'token' in (input as Type.TObject).properties ? { token } : {};
    const { statusCode, payload, headers: answered } = await app.inject({ url: path, query, headers, remoteAddress });
    return statusCode === 200 ? [[path, { payload, mark: `${answered[permissionsHeader]}` }] as const] : [];
  };
  const found = await Promise.all(calls.filter(({ withPage }) => withPage).map(ask));
  const answers: PageAnswers = Object.fromEntries(found.flat());
  return `<script type="application/json" id="${pageAnswersId}">${asScriptText(answers)}</script>`;
}

/** JSON that cannot end the element it stands in. */
const asScriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
