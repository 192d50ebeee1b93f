import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Call, permissionsHeader } from '../../../contract/call.ts';
import { selectedList, self } from '../../../contract/organ/session.ts';
import { type PageAnswers, pageAnswersId } from '../../../contract/page-answers.ts';
import type { Language } from '../language.ts';

/**
 * The answers to the console's first calls, to go into its page as an element: so it knows who is signed in when its
 * code has come, and asks only for what its screen shows. Whatever is refused is left to the console to ask for itself.
 */
export async function pageAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  { token, language }: { token: string; language: Language },
): Promise<string> {
  // As the caller's own request would be: the same address, the same session, the same limits.
  const headers = { ...request.headers, token, 'accept-language': language, 'accept-encoding': 'identity' };
  const remoteAddress = request.socket.remoteAddress ?? '127.0.0.1';
  const ask = async ({ path }: Call, query: Record<string, string>) => {
    const { statusCode, payload, headers: answered } = await app.inject({ url: path, query, headers, remoteAddress });
    return statusCode === 200 ? [[path, { payload, mark: `${answered[permissionsHeader]}` }] as const] : [];
  };
  const found = await Promise.all([ask(selectedList, { token }), ask(self, {})]);
  const answers: PageAnswers = Object.fromEntries(found.flat());
  return `<script type="application/json" id="${pageAnswersId}">${asScriptText(answers)}</script>`;
}

/** JSON that cannot end the element it stands in. */
const asScriptText = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
