import { afterAll, beforeAll, expect, test } from 'vitest';
import { productAdd } from '../../../contract/base.ts';
import { scan } from '../../../contract/consumer.ts';
import { customerQueryPage } from '../../../contract/querymanage.ts';
import { orderAdd, ruleAdd } from '../../../contract/tagging.ts';
import { type TestServer, testServer } from '../../test-server.ts';

let server: TestServer;
let serial: string;
let sscc: string;
const gtin = '06901234567892';
const other = '06901234567809';

beforeAll(async () => {
  server = await testServer({ SUYUAN_PUBLIC_URL: 'https://id.example.com' });
  const product = await server.data(productAdd, { product_code: 'P', product_name: '云泉 53°', gtin: '6901234567892' });
  await server.data(productAdd, { product_code: 'Q', product_name: '别的酒', gtin: '6901234567809' });
  const rule = { rule_name: 'unit', level: 1, prefix: '', alphabet: 'base32', body_length: 12 } as const;
  const unit = await server.data(ruleAdd, { ...rule, check: 'none', carrier: 'digital-link' });
  serial = (await server.data(orderAdd, { rule_id: unit.id, product_id: product.id, quantity: 1 })).first;
  const pallet = { rule_name: 'pallet', level: 4, prefix: '369012345', alphabet: 'digits', body_length: 8 } as const;
  const logistic = await server.data(ruleAdd, { ...pallet, check: 'gs1', carrier: 'digital-link' });
  sscc = (await server.data(orderAdd, { rule_id: logistic.id, product_id: product.id, quantity: 1 })).first;
});
afterAll(() => server.stop());

const get = (path: string, accept = '*/*', init: RequestInit = {}) =>
  server.fetch(path, { redirect: 'manual', ...init, headers: { accept } });
const linkset = 'application/linkset+json';
const title = (html: string) => /<h1>([^<]*)/.exec(html)?.[1];

test('leads to the consumer page, with what else was in the query', async () => {
  const leadsTo = async (path: string) => {
    const response = await get(path);
    return [response.status, response.headers.get('location')];
  };
  const code = (text: string) => `/c?${new URLSearchParams({ code: text })}`;
  expect(await leadsTo(`/01/${gtin}/21/${serial}`)).toEqual([307, code(`(01)${gtin}(21)${serial}`)]);
  expect(await leadsTo(`/01/6901234567892/10/LOT%2F1/21/${serial}?17=270101&code=x`)).toEqual([
    307,
    `${code(`(01)${gtin}(10)LOT/1(21)${serial}`)}&17=270101`,
  ]);
  expect(await leadsTo(`/00/${sscc}/`)).toEqual([307, code(`(00)${sscc}`)]);
  expect(await leadsTo(`/01/${gtin}`)).toEqual([307, '/c']);
  expect(await leadsTo(`/01/${gtin}/21/${serial}?linkType=gs1:pip`)).toEqual([
    307,
    `${code(`(01)${gtin}(21)${serial}`)}&linkType=gs1%3Apip`,
  ]);
  expect((await get(`/01/${gtin}`, '*/*', { method: 'HEAD' })).status).toBe(307);
  const options = await get(`/01/${gtin}`, '*/*', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

test('gives machines the linkset, the same for a serial that was issued and one that was not', async () => {
  const path = `/01/${gtin}/21/${serial}`;
  for (const response of [
    await get(path, linkset),
    await get(`${path}?linkType=all`),
    await get(`${path}?linkType=linkset`),
  ]) {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, linkset]);
    const { linkset: sets } = (await response.json()) as { linkset: Record<string, unknown>[] };
    const href = `https://id.example.com/c?${new URLSearchParams({ code: `(01)${gtin}(21)${serial}` })}`;
    expect(sets).toHaveLength(1);
    expect(sets[0]).toMatchObject({
      anchor: `https://id.example.com${path}`,
      itemDescription: '云泉 53°',
      'https://ref.gs1.org/voc/defaultLink': [{ href }],
    });
    const pages = sets[0]?.['https://ref.gs1.org/voc/pip'] as { href: string; hreflang: string[]; title: string }[];
    expect(pages.map(({ hreflang }) => hreflang)).toEqual([['zh'], ['en'], ['es'], ['ja']]);
    expect(pages[1]).toMatchObject({ href: `${href}&lang=en`, title: 'Is it genuine?', type: 'text/html' });
  }
  expect((await get(`/01/${gtin}/21/NEVER`, linkset)).status).toBe(200);
  expect((await server.data(customerQueryPage, {})).total).toBe(0);
});

test('answers 400 to what is no Digital Link and 404 to what it knows nothing of, never with a redirect', async () => {
  for (const path of [`/01/06901234567891/21/${serial}`, `/01/${gtin}/21`, '/00/106141412345678900', '/01/x']) {
    const response = await get(path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      400,
      'application/json; charset=utf-8',
    ]);
  }
  expect((await get('/01/09506000134352/21/A')).status).toBe(404);
  expect((await get('/00/106141412345678908')).status).toBe(404);
  expect((await get(`/01/${gtin}?linkType=gs1:recipeInfo`)).status).toBe(404);
});

test('tells people on a page, and keeps the scan', async () => {
  const response = await get('/01/09506000134352/21/FAKE', 'text/html');
  expect(response.status).toBe(404);
  expect(title(await response.text())).toBe('No such code');
  expect((await get('/01/1234/21/FAKE', 'text/html')).status).toBe(400);
  const { rows } = await server.data(customerQueryPage, { verdict: 'unknown' });
  expect(rows.map(({ code }) => code)).toEqual(['/01/1234/21/FAKE', '(01)09506000134352(21)FAKE']);
});

test('a genuine serial behind another product’s GTIN is not genuine', async () => {
  const ask = async (code: string) => (await server.data(scan, { code }, { token: '' })).verdict;
  expect(await ask(`https://id.example.com/01/${other}/21/${serial}`)).toBe('unknown');
  expect(await ask(`(01)${other}(21)${serial}`)).toBe('unknown');
  expect(await ask(`]C101${other}21${serial}`)).toBe('unknown');
  const page = await (await server.fetch(`/01/${other}/21/${serial}`, { headers: { accept: 'text/html' } })).text();
  expect(title(page)).toBe('No such code');
  expect(await ask(`https://id.example.com/01/${gtin}/21/${serial}`)).toBe('repeated');
});

test('describes itself', async () => {
  const response = await get('/.well-known/gs1resolver');
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toMatchObject({
    resolverRoot: 'https://id.example.com',
    supportedPrimaryKeys: ['01', '00'],
  });
});
