import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { permissionsHeader } from '@suyuan/contract/call/call.ts';
import { type PageAnswers, pageAnswersId } from '@suyuan/contract/call/page-answers.ts';
import { selectedList, self } from '@suyuan/contract/organ/session.ts';
import { expect, test, vi } from 'vitest';

const answers: PageAnswers = {
  [self.path]: { payload: '{"data":{"name":"张三"}}', mark: 'a-mark' },
  [`${brand.page.path}?page=1&size=20`]: { payload: '{"data":{"rows":[]}}', mark: 'a-mark' },
  [`${product.page.path}?page=1&size=20`]: { payload: '{"data":{"rows":[]}}', mark: 'a-mark' },
};
vi.stubGlobal('document', {
  getElementById: (id: string) => (id === pageAnswersId ? { textContent: JSON.stringify(answers) } : null),
});
const { takePageAnswer } = await import('../call.ts');

test('uses an answer embedded in the page once, instead of a request', async () => {
  const answer = takePageAnswer(self, {});
  expect(await answer?.json()).toEqual({ data: { name: '张三' } });
  expect(answer?.headers.get(permissionsHeader)).toBe('a-mark');
  expect(takePageAnswer(self, {})).toBeUndefined();
  expect(takePageAnswer(selectedList, {})).toBeUndefined();
});

test('uses embedded rows only for the first page of a list', async () => {
  expect(await takePageAnswer(brand.page, { page: 1, size: 20 })?.json()).toEqual({ data: { rows: [] } });
  expect(takePageAnswer(product.page, { page: 1, size: 50 })).toBeUndefined();
  expect(takePageAnswer(product.page, { page: 1, size: 20 })).toBeUndefined();
});
