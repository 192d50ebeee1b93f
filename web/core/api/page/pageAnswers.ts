import { type Call, permissionsHeader } from '../../../../contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '../../../../contract/call/page-answers.ts';
import { urlOf } from '../request.ts';

let answers: Record<string, PageAnswers[string]> | undefined;

/** The answer that the page brought along for a call. It is for once: who asks again wants to know how it is by then. */
export function takePageAnswer(call: Call, input: Readonly<Record<string, unknown>>): Response | undefined {
  answers ??= readPage();
  const answer = answers[urlOf(call, input)] ?? answers[call.path];
  // Rows that are not those which are asked for first would be old ones when somebody comes back to them.
  for (const address of Object.keys(answers)) if (address.split('?')[0] === call.path) delete answers[address];
  return answer && new Response(answer.payload, { headers: { [permissionsHeader]: answer.mark } });
}

function readPage(): Record<string, PageAnswers[string]> {
  const text = globalThis.document?.getElementById(pageAnswersId)?.textContent;
  return text ? (JSON.parse(text) as Record<string, PageAnswers[string]>) : {};
}
