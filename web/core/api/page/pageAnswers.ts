import { type Call, permissionsHeader } from '../../../../contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '../../../../contract/call/page-answers.ts';

let answers: Record<string, PageAnswers[string]> | undefined;

/** The answer that the page brought along for a call. It is for once: who asks again wants to know how it is by then. */
export function takePageAnswer({ path }: Pick<Call, 'path'>): Response | undefined {
  answers ??= readPage();
  const answer = answers[path];
  delete answers[path];
  return answer && new Response(answer.payload, { headers: { [permissionsHeader]: answer.mark } });
}

function readPage(): Record<string, PageAnswers[string]> {
  const text = globalThis.document?.getElementById(pageAnswersId)?.textContent;
  return text ? (JSON.parse(text) as Record<string, PageAnswers[string]>) : {};
}
