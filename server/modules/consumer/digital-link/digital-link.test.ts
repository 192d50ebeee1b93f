import { product as products } from '@suyuan/contract/base/product/product.ts';
import { scan } from '@suyuan/contract/consumer/scan.ts';
import { languages } from '@suyuan/contract/languages.ts';
import { consumerScan } from '@suyuan/contract/querymanage/consumer-scan.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let serial: string;
let sscc: string;
const gtin = '06901234567892';
const other = '06901234567809';

beforeAll(async () => {
  server = await testServer({ SUYUAN_PUBLIC_URL: 'https://id.example.com' });
  const product = await server.data(products.add, {
    product_code: 'P',
    product_name: '云泉 53°',
    gtin: '6901234567892',
  });
  await server.data(products.add, { product_code: 'Q', product_name: '别的酒', gtin: '6901234567809' });
  const rule = { rule_name: 'unit', level: 1, prefix: '', alphabet: 'base32', body_length: 12 } as const;
  const unit = await server.data(codeRule.add, { ...rule, check: 'none', carrier: 'digital-link' });
  serial = (await server.data(orderAdd, { rule_id: unit.id, product_id: product.id, quantity: 1 })).first;
  const pallet = { rule_name: 'pallet', level: 4, prefix: '369012345', alphabet: 'digits', body_length: 8 } as const;
  const logistic = await server.data(codeRule.add, { ...pallet, check: 'gs1', carrier: 'digital-link' });
  sscc = (await server.data(orderAdd, { rule_id: logistic.id, product_id: product.id, quantity: 1 })).first;
});
afterAll(() => server.stop());

const get = (path: string, accept = '*/*', init: RequestInit = {}) =>
  server.fetch(path, { redirect: 'manual', ...init, headers: { accept } });
const linkset = 'application/linkset+json';
const title = (html: string) => /<h1>([^<]*)/.exec(html)?.[1];

const publicUrl = 'https://id.example.com';
const codePage = (text: string) => `${publicUrl}/c/${encodeURIComponent(text)}`;
const productPage = codePage(`(01)${gtin}`);

test('redirects to the consumer page, keeping the query unchanged', async () => {
  const leadsTo = async (path: string) => {
    const response = await get(path);
    return [response.status, response.headers.get('location')];
  };
  const piece = codePage(`(01)${gtin}(21)${serial}`);
  expect(await leadsTo(`/01/${gtin}/21/${serial}`)).toEqual([307, piece]);
  expect(await leadsTo(`/01/${gtin}/21/${serial}/`)).toEqual([307, piece]);
  expect(
    await leadsTo(`/01/6901234567892/10/LOT%2f1/21/${serial}?17=270101;3103=000195&code=x&%67tin=1&ref=2&a=%2f`),
  ).toEqual([307, `${piece}?17=270101;3103=000195&code=x&%67tin=1&ref=2&a=%2f`]);
  expect(await leadsTo(`/00/${sscc}/`)).toEqual([307, codePage(`(00)${sscc}`)]);
  expect(await leadsTo(`/01/${gtin}/21/${serial}?foo=bar`)).toEqual([307, `${piece}?foo=bar`]);
  expect((await get(`/01/${gtin}`, '*/*', { method: 'HEAD' })).status).toBe(307);
  const options = await get(`/01/${gtin}`, '*/*', { method: 'OPTIONS' });
  expect([options.status, options.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

test("a product or lot leads to the product's page, which neither confirms authenticity nor counts a scan", async () => {
  const paths = [
    `/01/${gtin}`,
    '/01/6901234567892',
    `/01/${gtin}/10/LOT1`,
    `/01/${gtin}/22/V/10/LOT1`,
    `/01/${gtin}/235/T`,
  ];
  for (const path of paths) expect([path, (await get(path)).headers.get('location')]).toEqual([path, productPage]);
  for (const path of [
    productPage.slice(publicUrl.length),
    `/c?gtin=${gtin}`,
    '/c?code=6901234567892',
    '/c?code=%5DE06901234567892',
    '/c?code=%5DI106901234567892',
    `/c?code=${encodeURIComponent(`https://x.example/01/${gtin}/10/L`)}`,
  ]) {
    const page = await (await get(path, 'text/html')).text();
    expect([path, title(page)]).toEqual([path, '云泉 53°']);
    expect(page).toContain('name="code"');
    expect(page).not.toMatch(/Genuine|No such code/);
  }
  expect(title(await (await get('/c?gtin=09506000134352', 'text/html')).text())).toBe('Is it genuine?');
  expect((await server.data(consumerScan.page, {})).total).toBe(0);
});

test("redirects to the requested link type, in the reader's language", async () => {
  const leadsTo = async (query: string, language = 'ja,en;q=0.5') => {
    const init = { headers: { accept: 'text/html', 'accept-language': language }, redirect: 'manual' } as const;
    return (await server.fetch(`/01/${gtin}/21/${serial}?${query}`, init)).headers.get('location');
  };
  const piece = codePage(`(01)${gtin}(21)${serial}`);
  expect(await leadsTo('linkType=gs1:pip')).toBe(`${piece}?lang=ja&linkType=gs1:pip`);
  expect(await leadsTo('linkType=https://ref.gs1.org/voc/pip&lang=es')).toBe(
    `${piece}?linkType=https://ref.gs1.org/voc/pip&lang=es`,
  );
  expect(await leadsTo('linkType=gs1:pip', 'tlh')).toBe(`${piece}?linkType=gs1:pip`);
  expect(await leadsTo('linkType=gs1:defaultLink')).toBe(`${piece}?linkType=gs1:defaultLink`);
});

test('returns the linkset of every level to machines, the same for issued and unknown serials', async () => {
  const path = `/01/${gtin}/21/${serial}`;
  for (const response of [
    await get(path, linkset),
    await get(`${path}?linkType=all`),
    await get(`${path}?linkType=linkset`),
    await get(`/01/${gtin}/10/LOT/21/${serial}`, 'application/linkset+json;q=0.8, text/html;q=0.3'),
  ]) {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, linkset]);
    expect(response.headers.get('link')).toContain('rel="http://www.w3.org/ns/json-ld#context"');
    const { linkset: sets } = (await response.json()) as { linkset: Record<string, unknown>[] };
    expect(sets).toMatchObject([
      {
        anchor: `https://id.example.com/01/${gtin}`,
        description: '云泉 53°',
        'https://ref.gs1.org/voc/defaultLink': [{ href: productPage }],
      },
      { anchor: `https://id.example.com${path}`, description: '云泉 53°' },
    ]);
    const pages = sets[0]?.['https://ref.gs1.org/voc/pip'] as { href: string; hreflang: string[]; title: string }[];
    expect(pages.map(({ hreflang }) => hreflang)).toEqual([undefined, ...languages.map((language) => [language])]);
    expect(pages[0]).toMatchObject({ href: productPage, title: 'Product' });
    expect(pages[2]).toMatchObject({
      href: `${productPage}?lang=en`,
      title: 'Product',
      type: 'text/html',
    });
    for (const set of sets)
      expect(set['https://ref.gs1.org/voc/defaultLink']).toEqual([
        { href: expect.any(String), title: expect.any(String) },
      ]);
  }
  expect((await get(`/01/${gtin}/21/NEVER`, linkset)).status).toBe(200);
  expect((await server.data(consumerScan.page, {})).total).toBe(0);
});

test('returns the linkset in the requested format; clients that accept HTML are redirected', async () => {
  const path = `/01/${gtin}/21/${serial}`;
  const typeOf = async (accept: string, query = '') => {
    const response = await get(path + query, accept);
    return response.status === 307 ? 'led on' : response.headers.get('content-type');
  };
  expect(await typeOf('application/json, text/plain, */*')).toBe('application/json');
  expect(await typeOf('application/ld+json')).toBe('application/ld+json');
  expect(await typeOf('text/html,application/json;q=0.1')).toBe('led on');
  expect(await typeOf('text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')).toBe('led on');
  expect(await typeOf('image/png')).toBe('led on');
  expect(await typeOf('image/png', '?linkType=linkset')).toBe(linkset);
  expect(await (await get(path, 'application/ld+json')).json()).toMatchObject({ '@context': expect.any(String) });
  const page = await get(`${path}?linkType=linkset`, 'text/html,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('<script type="application/ld+json">');
});

test('redirects include a link to the linkset', async () => {
  const response = await get(`/01/${gtin}/10/L%2F1`);
  expect(response.headers.get('link')).toBe(
    `<https://id.example.com/01/${gtin}/10/L%2F1?linkType=linkset>; rel="linkset"; type="${linkset}"; title="Linkset"`,
  );
  expect(response.headers.get('vary')).toContain('Accept');
});

test('returns 400 for an invalid Digital Link and 404 for an unknown one, never a redirect', async () => {
  const order = `/01/${gtin}/21/${serial}/10/LOT`;
  const wrong = [
    `/01/06901234567891/21/${serial}`,
    `/01/${gtin}/21`,
    `/01/${gtin}/foo`,
    order,
    '/00/106141412345678900',
  ];
  for (const path of [...wrong, `/01/${gtin}/17/270101`, `/01/${gtin}/21/%C3%A9`, '/01/x']) {
    const response = await get(path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([
      path,
      400,
      'application/json; charset=utf-8',
    ]);
  }
  expect((await get('/01/09506000134352/21/A')).status).toBe(404);
  expect((await get('/00/106141412345678908')).status).toBe(404);
  for (const path of [`/01/${gtin}?linkType=gs1:recipeInfo`, `/01/${gtin}?linkType=gs1:verificationService`]) {
    const missing = await get(path);
    expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
    expect(await missing.json()).toMatchObject({ linkset: [{ anchor: `https://id.example.com/01/${gtin}` }] });
  }
  expect((await get(`/01/${gtin}/21/${serial}?linkType=gs1:recipeInfo`, 'text/html')).status).toBe(404);
  expect((await server.data(consumerScan.page, {})).total).toBe(0);
});

test('shows people a page, and records the scan', async () => {
  const response = await get('/01/09506000134352/21/FAKE', 'text/html');
  expect(response.status).toBe(404);
  expect(title(await response.text())).toBe('No such code');
  expect((await get('/01/1234/21/FAKE', 'text/html')).status).toBe(400);
  const { rows } = await server.data(consumerScan.page, { verdict: 'unknown' });
  expect(rows.map(({ code }) => code)).toEqual(['/01/1234/21/FAKE', '(01)09506000134352(21)FAKE']);
});

test("a genuine serial with another product's GTIN is not genuine", async () => {
  const ask = async (code: string) => (await server.data(scan, { code }, { token: '' })).verdict;
  expect(await ask(`https://id.example.com/01/${other}/21/${serial}`)).toBe('unknown');
  expect(await ask(`(01)${other}(21)${serial}`)).toBe('unknown');
  expect(await ask(`]C101${other}21${serial}`)).toBe('unknown');
  const to = (await get(`/01/${other}/21/${serial}`)).headers.get('location') ?? '';
  const page = await (await get(to.slice(publicUrl.length), 'text/html')).text();
  expect(title(page)).toBe('No such code');
  expect(await ask(`https://id.example.com/01/${gtin}/21/${serial}`)).toBe('repeated');
});

test('returns 404 or 400 for the other primary keys, and reads compressed links', async () => {
  const others = ['/8003/095211411234545678', '/414/9521141123454', '/gtin/09506000134352', '/253/9526064000028000001'];
  for (const path of [...others, '/eh30164596f40c0e5cbe991a83', '/exMBZFlvQMDly-mRqD']) {
    for (const accept of ['*/*', 'text/html', linkset]) {
      const answer = await get(path, accept);
      expect([path, accept, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
        ...[path, accept, 404, '*'],
      ]);
    }
  }
  for (const path of ['/8003/095211411234505678', '/414/9521141123455', '/eh3016', '/ehfe0000000000000000000000'])
    expect([path, (await get(path)).status]).toEqual([path, 400]);
  const pairs = ['10=ABC', `01=${gtin}`, '17=281399', '3103=189', '999=x', '99=A&99=A', '99=', '99=A%00B'];
  for (const query of pairs) expect([query, (await get(`/01/${gtin}?${query}`)).status]).toEqual([query, 400]);
  expect((await get(`/00/${sscc}?37=123456789`)).status).toBe(400);
  const preflight = await get('/.well-known/gs1resolver', '*/*', { method: 'OPTIONS' });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
});

test('no consumer address leads to the console, in any spelling', async () => {
  const paths = [
    `/c/${serial}/`,
    `/m/q/${serial}/`,
    `/C/${serial}`,
    `/C?CODE=${serial}`,
    `/c?utm=1&amp;code=${serial}`,
  ];
  for (const path of [...paths, `/Consumer/`, `/c/${serial}/x/`]) {
    const page = await get(path, 'text/html');
    expect([path, page.status, title(await page.text())]).toEqual([path, 200, expect.any(String)]);
  }
});

test('describes itself', async () => {
  const response = await get('/.well-known/gs1resolver');
  expect(response.headers.get('content-type')).toContain('application/json');
  expect(await response.json()).toMatchObject({
    resolverRoot: 'https://id.example.com',
    supportedPrimaryKeys: ['01', '00'],
  });
});
