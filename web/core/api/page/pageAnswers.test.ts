import { expect, test, vi } from 'vitest';
import { permissionsHeader } from '../../../../contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '../../../../contract/call/page-answers.ts';
import { selectedList, self } from '../../../../contract/organ/session.ts';

const answers: PageAnswers = { [self.path]: { payload: '{"data":{"name":"张三"}}', mark: 'a-mark' } };
vi.stubGlobal('document', {
  getElementById: (id: string) => (id === pageAnswersId ? { textContent: JSON.stringify(answers) } : null),
});
const { takePageAnswer } = await import('./pageAnswers.ts');

test('an answer that the page brought along takes the place of a request, once', async () => {
  const answer = takePageAnswer(self);
  expect(await answer?.json()).toEqual({ data: { name: '张三' } });
  expect(answer?.headers.get(permissionsHeader)).toBe('a-mark');
  expect(takePageAnswer(self)).toBeUndefined();
  expect(takePageAnswer(selectedList)).toBeUndefined();
});
