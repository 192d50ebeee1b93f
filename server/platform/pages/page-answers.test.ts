import { brand } from '@suyuan/contract/base/product/brand.ts';
import { product } from '@suyuan/contract/base/product/product.ts';
import { permissionsHeader } from '@suyuan/contract/call/call.ts';
import { pageAnswersId } from '@suyuan/contract/call/page-answers.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { selectedList, self } from '@suyuan/contract/organ/session.ts';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { pageAnswers } from './page-answers.ts';

/** The element made for a page that is asked for while the two calls are answered so. */
async function elementFor(
  answers: Readonly<Record<string, { status: number; data: unknown; held?: Promise<void> }>>,
  screen?: string,
): Promise<string> {
  const app = fastify();
  for (const [path, { status, data, held }] of Object.entries(answers)) {
    app.get(path, async (_, reply) => {
      await held;
      return reply.code(status).header(permissionsHeader, 'a-mark').send({ data });
    });
  }
  app.get('/page', (request) => pageAnswers(app, request, { calls, token: 'a-token', language: 'en', screen }));
  return (await app.inject('/page')).body;
}

const contentOf = (element: string) =>
  JSON.parse(
    new RegExp(`^<script type="application/json" id="${pageAnswersId}">([^<]*)</script>$`).exec(element)?.[1] ?? '',
  );

test('the element holds answers, and omits refusals', async () => {
  const element = await elementFor({
    [self.path]: { status: 200, data: { name: '张三' } },
    [selectedList.path]: { status: 403, data: null },
  });
  expect(contentOf(element)).toEqual({ [self.path]: { payload: '{"data":{"name":"张三"}}', mark: 'a-mark' } });
});

test('the page of a screen includes the first rows of its list, and no others', async () => {
  const rows = { status: 200, data: { rows: [], total: 0 } };
  const answers = { [brand.page.path]: rows, [product.page.path]: rows };
  expect(Object.keys(contentOf(await elementFor(answers, brand.key)))).toEqual([`${brand.page.path}?page=1&size=20`]);
  expect(contentOf(await elementFor(answers))).toEqual({});
});

test('slow rows are not awaited', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const slow = { status: 200, data: { rows: [], total: 0 }, held };
  expect(contentOf(await elementFor({ [brand.page.path]: slow }, brand.key))).toEqual({});
  letGo();
});

test('no answer closes the element that contains it', async () => {
  const name = '</script><script>alert(1)</script><!--';
  const element = await elementFor({ [self.path]: { status: 200, data: { name } } });
  expect(element.match(/</g)).toHaveLength(2);
  expect(JSON.parse(contentOf(element)[self.path].payload).data.name).toBe(name);
});
