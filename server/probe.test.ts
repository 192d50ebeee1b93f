import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, test } from 'vitest';
import { productAdd, productPage, productUpdate } from '../contract/base.ts';
import { customerQueryPage } from '../contract/querymanage.ts';
import { codesQuery, orderAdd, orderDownloadTicket, ruleAdd } from '../contract/tagging.ts';
import { type TestServer, testServer } from './test-server.ts';

let s: TestServer;
beforeAll(async () => { s = await testServer({SUYUAN_LOG_LEVEL: 'error'}); });
afterAll(() => s.stop());
const show = async (name: string, r: Response | Promise<Response>) => {
  try { const x = await r; const t = await x.text(); console.log(name, x.status, x.headers.get('content-type'), x.headers.get('retry-after'), t.slice(0, 200)); } catch (e) { console.log(name, 'THROWN', String((e as Error).cause ?? e)); }
};
const tok = () => ({ token: s.admin });
const raw = (text: string) => new Promise<string>((resolve) => {
  const u = new URL(s.url); const c = connect(Number(u.port), u.hostname, () => c.write(text));
  let got = ''; c.on('data', (d) => (got += d)); c.on('close', () => resolve(got)); c.on('error', (e) => resolve(String(e)));
  setTimeout(() => c.destroy(), 3000);
});
test('probe', async () => {
  await show('loginout nobody', s.fetch('/api/sso/loginout', { method: 'POST' }));
  await show('loginout token nobody', s.fetch('/api/sso/loginout', { method: 'POST', headers: { token: 'x' } }));
  let t = Date.now();
  const body = `{"codes":[${'1,'.repeat(4_000_000)}1]}`;
  await show('4M bad', s.fetch(codesQuery.path, { method: 'POST', headers: { ...tok(), 'content-type': 'application/json' }, body: body.slice(0, 0) || `{"codes":[${'1,'.repeat(4_000_000)}1]}` }));
  console.log('took', Date.now() - t, process.memoryUsage().rss / 1e6);
  for (const from of ['0000-01-01T00:00:00Z', '2016-12-31T23:59:60Z', '2026-01-31t00:00:00z', '9999-12-31T23:59:59-23:59', '2026-01-31 00:00:00Z', '0001-01-01T00:00:00+23:00'])
    console.log(from, JSON.stringify(await s.call(customerQueryPage, { from })).slice(0, 150));
  const imp = '/api/base/products/import?mode=dry';
  await show('mp noboundary', s.fetch(imp, { method: 'POST', headers: { ...tok(), 'content-type': 'multipart/form-data' }, body: 'x' }));
  await show('mp truncated', s.fetch(imp, { method: 'POST', headers: { ...tok(), 'content-type': 'multipart/form-data; boundary=x' }, body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc' }));
  await show('mp garbage', s.fetch(imp, { method: 'POST', headers: { ...tok(), 'content-type': 'multipart/form-data; boundary=x' }, body: 'garbage' }));
  await show('mp empty', s.fetch(imp, { method: 'POST', headers: { ...tok(), 'content-type': 'multipart/form-data; boundary=x' }, body: '--x--\r\n' }));
  const form = (n: number, size = 5, field = 'file') => { const f = new FormData(); for (let i = 0; i < n; i++) f.append(field, new Blob([Buffer.alloc(size, 97)]), 'a.csv'); return f; };
  await show('mp two', s.fetch(imp, { method: 'POST', headers: tok(), body: form(2) }));
  await show('mp big', s.fetch(imp, { method: 'POST', headers: tok(), body: form(1, 21 * 2 ** 20) }));
  await show('mp other field', s.fetch(imp, { method: 'POST', headers: tok(), body: form(1, 5, 'other') }));
  const ff = new FormData(); for (let i = 0; i < 30; i++) ff.append('a' + i, 'x'); ff.append('file', new Blob(['a']), 'x');
  await show('mp 30 fields', s.fetch(imp, { method: 'POST', headers: tok(), body: ff }));
  await show('imp json', s.fetch(imp, { method: 'POST', headers: { ...tok(), 'content-type': 'application/json' }, body: '{}' }));
  await show('imp none', s.fetch(imp, { method: 'POST', headers: tok() }));
  for (const p of ['/api/tagging/orders/download?id=1&format=txt', '/api/base/products/pagelist', '/api/base/products/export?format=csv', '/healthz', '/', '/login', '/api/nothing'])
    for (const method of ['HEAD', 'OPTIONS']) await show(method + p, s.fetch(p, { method, headers: tok() }));
  await show('bad url', s.fetch('/api/%zz', { headers: tok() }));
  await show('bad url2', s.fetch('/%E0%A4%A', { headers: tok() }));
  await show('long param', s.fetch('/m/q/' + 'x'.repeat(300)));
  console.log('bad cl', await raw('POST /api/sso/login HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n'));
  console.log('short cl', await raw('POST /api/sso/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}}}}}'));
  console.log('big header', await raw('GET / HTTP/1.1\r\nHost: x\r\nToken: ' + 'x'.repeat(20000) + '\r\n\r\n'));
  console.log('garbage', await raw('garbage\r\n\r\n'));
  const j = (headers: object, b: Buffer | string) => s.fetch('/api/sso/login', { method: 'POST', headers: { 'content-type': 'application/json', ...headers } as never, body: b as never });
  await show('gz garbage', j({ 'content-encoding': 'gzip' }, 'xxxx'));
  await show('gz bomb', j({ 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(200 * 2 ** 20, 32))));
  await show('gz unknown', j({ 'content-encoding': 'foo' }, 'xxxx'));
  await show('charset', j({ 'content-type': 'application/json; charset=utf-16' }, '{}'));
  await show('ct bad', j({ 'content-type': ';;;' }, '{}'));
  await show('ticket export', s.fetch('/api/base/products/export?format=csv&ticket=x'));
  await show('ticket dl bad', s.fetch('/api/tagging/orders/download?ticket=x'));
  await show('ticket twice', s.fetch('/api/tagging/orders/download?ticket=x&ticket=y'));
  await show('proto', s.fetch('/api/base/products/pagelist?__proto__=1&constructor=2', { headers: tok() }));
  await show('page empty', s.fetch('/api/base/products/pagelist?page=', { headers: tok() }));
  await show('page hex', s.fetch('/api/base/products/pagelist?page=0x10&size=1e2', { headers: tok() }));
  await show('surrogate', s.fetch(productAdd.path, { method: 'POST', headers: { ...tok(), 'content-type': 'application/json' }, body: '{"product_code":"\\ud800","product_name":"\\u0001\\udc00x"}' }));
  await show('export xlsx', s.fetch('/api/base/products/export?format=csv', { headers: tok() }));
  await show('export nocols', s.fetch('/api/base/products/export?format=csv&columns=nope', { headers: tok() }));
  const rule = await s.data(ruleAdd, { rule_name: 'l', level: 1, prefix: '', alphabet: 'base32', body_length: 12, check: 'none', carrier: 'digital-link' });
  const product = await s.data(productAdd, { product_code: 'g', product_name: 'g', gtin: '6901234567892' });
  const order = await s.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 5 });
  console.log('update gtin', await s.call(productUpdate, { id: product.id, product_code: 'g', product_name: 'g', gtin: null }));
  await show('dl', s.fetch(`/api/tagging/orders/download?id=${order.id}&format=csv`, { headers: tok() }));
  await s.sql`select setval(pg_get_serial_sequence('code_order', 'id'), 1234567)`;
  for (let i = 0; i < 12; i++) { const r = await s.call(orderAdd, { rule_id: rule.id, product_id: (await s.data(productAdd, { product_code: 'h' + i, product_name: 'g', gtin: '6901234567892' })).id, quantity: 5 }); if (i < 2 || r.status !== 200) console.log('order', r.status, JSON.stringify(r.envelope)); }
  console.log((await s.data(productPage, { size: 1 })).total);
}, 120_000);
