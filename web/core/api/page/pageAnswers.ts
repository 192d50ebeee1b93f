import { type Call, permissionsHeader } from '@suyuan/contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '@suyuan/contract/call/page-answers.ts';
import { urlOf } from '../request.ts';

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
