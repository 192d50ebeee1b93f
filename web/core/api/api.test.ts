import { product } from '@suyuan/contract/base/product/product.ts';
import { calls } from '@suyuan/contract/calls.ts';
import { expect, test } from 'vitest';
import { bodyOf, headersOf, queryOf, urlOf } from './call.ts';
import { clientOf, consequenceOf, mainClient, signInClient } from './failure.ts';

test('uses the sign-in client for signing in and the selected list only', () => {
  const ofSignIn = calls.filter((call) => clientOf(call) === signInClient).map(({ path }) => path);
  expect(ofSignIn.toSorted()).toEqual(['/api/org/menutree/selectedlist', '/api/sso/login', '/api/sso/loginout']);
});

test('times out after 5 s in the sign-in client and 15 s in the main client', () => {
  expect([signInClient.timeoutMs, mainClient.timeoutMs]).toEqual([5000, 15_000]);
});

test('asks before resetting a session in the sign-in client only', () => {
  expect([signInClient.asksBeforeReset, mainClient.asksBeforeReset]).toEqual([true, false]);
});

test('status_code 403, or code 50012 or 50014 ends the session', () => {
  const [ended, expired, plain] = [50012, 50014, 0].map((code) => consequenceOf({ statusCode: 403, code }));
  expect([ended, expired, plain]).toEqual(['session-over', 'session-over', 'session-over']);
  expect(consequenceOf({ statusCode: 200, code: 50014 })).toBe('session-over');
});

test('status 401 is no access, but with code 40110 a password to be changed', () => {
  expect(consequenceOf({ statusCode: 401, code: 40100 })).toBe('no-access');
  expect(consequenceOf({ statusCode: 401, code: 40110 })).toBe('change-password');
  expect(consequenceOf({ statusCode: 500, code: 50000 })).toBe('none');
});

test('sends the Token header if there is a token', () => {
  expect(headersOf(product.page, 'abc', 'ja')).toMatchObject({ Token: 'abc', 'Accept-Language': 'ja' });
  expect(headersOf(product.page, undefined, 'ja')).not.toHaveProperty('Token');
});

test('sends the input of a GET in the query, without undefined values', () => {
  expect(urlOf(product.page, { page: 2, keyword: '白酒 & co', gtin: undefined })).toBe(
    '/api/base/products/pagelist?page=2&keyword=%E7%99%BD%E9%85%92+%26+co',
  );
  expect(queryOf({})).toBe('');
  expect(queryOf({ ids: [1, 2] })).toBe('?ids=1&ids=2');
});

test('sends the input of a POST as JSON, and an upload as a form with the input in the query', () => {
  expect(bodyOf(product.add, { product_code: 'A' }, undefined)).toBe('{"product_code":"A"}');
  const form = bodyOf(product.import, { mode: 'dry' }, new File(['x'], 'products.csv')) as FormData;
  expect((form.get('file') as File).name).toBe('products.csv');
  expect(urlOf(product.import, { mode: 'dry' })).toBe('/api/base/products/import?mode=dry');
  expect(headersOf(product.import, 'abc', 'zh')).not.toHaveProperty('Content-Type');
});
