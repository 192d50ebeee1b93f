import {
  enterpriseDetail,
  enterpriseUpdate,
  icpDetail,
  icpPublic,
  icpUpdate,
} from '@suyuan/contract/base/enterprise.ts';
import { product as products } from '@suyuan/contract/base/product/product.ts';
import { publicAddress } from '@suyuan/contract/base/public-address.ts';
import { self } from '@suyuan/contract/organ/session.ts';
import { orderAdd } from '@suyuan/contract/tagging/code-order.ts';
import { codeRule } from '@suyuan/contract/tagging/code-rule.ts';
import { rulePreview } from '@suyuan/contract/tagging/rule-preview.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

const maker = { enterprise_code: 'YQ', enterprise_name: '云泉酒业' };
const reasons = (envelope: { data: unknown }) =>
  (envelope.data as { fields: { path: string; reason: string }[] }).fields.map(
    ({ path, reason }) => `${path} ${reason}`,
  );

test('a new enterprise reports that it is not set up, with its defaults', async () => {
  expect(await server.data(enterpriseDetail, {})).toMatchObject({
    enterprise_name: '',
    updated_at: null,
    in_force: {
      time_zone: 'Asia/Shanghai',
      time_zone_from: 'default',
      public_url: server.url,
      public_url_from: 'default',
    },
  });
  expect(await server.data(icpPublic, {}, { token: '' })).toEqual({
    enterprise_name: null,
    icp_number: null,
    icp_url: null,
  });
  const { status, envelope } = await server.call(icpUpdate, { icp_number: '1' }, { language: 'en' });
  expect([status, envelope.message]).toEqual([409, 'Describe the enterprise first: its code and name are missing']);
});

test('changes to the enterprise, its time zone and public address apply everywhere at once', async () => {
  const beside = await testServer({}, server);
  try {
    await server.data(enterpriseUpdate, {
      ...maker,
      area_code: '520382',
      time_zone: 'Europe/Madrid',
      public_url: 'https://yq.example.com/',
    });
    expect(await server.data(enterpriseDetail, {})).toMatchObject({
      ...maker,
      area_name: '贵州省 遵义市 仁怀市',
      in_force: { time_zone: 'Europe/Madrid', time_zone_from: 'enterprise', public_url: 'https://yq.example.com' },
    });
    expect((await server.data(self, {})).time_zone).toBe('Europe/Madrid');
    const rule = {
      rule_name: 'r',
      level: 1,
      prefix: '',
      alphabet: 'digits',
      body_length: 9,
      check: 'none',
      carrier: 'url',
    } as const;
    expect((await server.data(rulePreview, rule)).samples[0]?.content).toMatch(/^https:\/\/yq\.example\.com\/c\?code=/);
    await expect.poll(async () => (await beside.data(self, {})).time_zone).toBe('Europe/Madrid');
  } finally {
    await beside.stop();
  }
});

test('the environment of the server overrides the page', async () => {
  const beside = await testServer({ SUYUAN_TIME_ZONE: 'UTC', SUYUAN_PUBLIC_URL: 'https://env.example.com' }, server);
  try {
    const { in_force, time_zone } = await beside.data(enterpriseDetail, {});
    expect(time_zone).toBe('Europe/Madrid');
    expect(in_force).toEqual({
      time_zone: 'UTC',
      time_zone_from: 'environment',
      public_url: 'https://env.example.com',
      public_url_from: 'environment',
    });
  } finally {
    await beside.stop();
  }
});

test('people who order codes are warned of a public address that is unset or insecure', async () => {
  const warningFor = async (public_url: string | null) => {
    await server.data(enterpriseUpdate, { ...maker, public_url });
    return server.data(publicAddress, {});
  };
  expect(await warningFor(null)).toEqual({ public_url: server.url, from: 'default', problem: 'missing' });
  expect(await warningFor('http://localhost:8000')).toMatchObject({ from: 'enterprise', problem: 'loopback' });
  expect(await warningFor('http://yq.example.com')).toMatchObject({ problem: 'plain_http' });
  expect(await warningFor('https://yq.example.com')).toMatchObject({ problem: null });
});

test('changing the public address warns once codes carry the old one', async () => {
  expect(await server.data(enterpriseUpdate, { ...maker, public_url: 'https://one.example.com' })).toEqual({
    warnings: [],
  });
  const product = await server.data(products.add, { product_code: 'P', product_name: 'P' });
  const rule = await server.data(codeRule.add, {
    rule_name: 'r',
    level: 1,
    prefix: '',
    alphabet: 'digits',
    body_length: 9,
    check: 'none',
    carrier: 'url',
  });
  await server.data(orderAdd, { rule_id: rule.id, product_id: product.id, quantity: 1 });
  const same = await server.data(enterpriseUpdate, { ...maker, public_url: 'https://one.example.com' });
  expect(same.warnings).toEqual([]);
  const moved = await server.data(enterpriseUpdate, { ...maker, public_url: 'https://two.example.com' });
  expect(moved.warnings).toMatchObject([{ reason: 'public_url_printed' }]);
});

test('an invalid time zone, address, area or e-mail is refused by name', async () => {
  const { status, envelope } = await server.call(enterpriseUpdate, {
    ...maker,
    time_zone: 'Mars/Base',
    public_url: 'https://user:pass@example.com',
    area_code: '999999',
    gln: '6901234000008',
  });
  expect([status, reasons(envelope).sort()]).toEqual([
    400,
    ['area_code no_such_area', 'gln gln', 'public_url public_url', 'time_zone no_such_time_zone'],
  ]);
  const mail = await server.call(enterpriseUpdate, { ...maker, email: 'nobody' });
  expect([mail.status, reasons(mail.envelope)]).toEqual([400, ['email format_email']]);
  for (const address of ['javascript:alert(1)', 'ftp://example.com', 'https://a b', '//example.com']) {
    for (const field of ['public_url', 'icp_url']) {
      const answer = await server.call(enterpriseUpdate, { ...maker, [field]: address });
      expect([answer.status, reasons(answer.envelope)]).toEqual([400, [`${field} malformed`]]);
    }
  }
});

test('a logo must be an uploaded picture', async () => {
  const { envelope } = await server.call(enterpriseUpdate, { ...maker, logo: 'a'.repeat(64) });
  expect(reasons(envelope)).toEqual(['logo no_such']);
  const logo = 'b'.repeat(64);
  await server.sql`insert into picture (hash, width, height) values (${logo}, 1, 1)`;
  await server.data(enterpriseUpdate, { ...maker, logo });
  expect((await server.data(enterpriseDetail, {})).logo).toBe(logo);
});

test('saving a stale form is refused', async () => {
  const { updated_at } = await server.data(enterpriseDetail, {});
  await server.data(enterpriseUpdate, { ...maker, phone: '1', updated_at });
  const { status, envelope } = await server.call(enterpriseUpdate, { ...maker, phone: '2', updated_at });
  expect(status).toBe(409);
  expect(reasons(envelope)).toContain('phone changed_meanwhile_to');
});

describe('the ICP number', () => {
  const nothing = { enterprise_name: null, icp_number: null, icp_url: null };

  test('is changed separately, and public', async () => {
    await server.data(icpUpdate, { icp_number: '黔ICP备2026000001号', icp_url: 'https://beian.miit.gov.cn' });
    const icp = {
      enterprise_name: maker.enterprise_name,
      icp_number: '黔ICP备2026000001号',
      icp_url: 'https://beian.miit.gov.cn',
    };
    const { updated_at } = await server.data(enterpriseDetail, {});
    expect(await server.data(icpDetail, {})).toEqual({ ...icp, updated_at });
    expect(await server.data(icpPublic, {}, { token: '' })).toEqual(icp);
    expect(await server.data(icpPublic, { enterprise_code: 'YQ' }, { token: '' })).toEqual(icp);
    expect(await server.data(icpDetail, { enterprise_code: 'YQ' })).toEqual({ ...icp, updated_at });
    expect(await server.data(icpDetail, { enterprise_code: 'XX' })).toEqual({ ...nothing, updated_at: null });
    expect((await server.data(enterpriseDetail, {})).enterprise_code).toBe('YQ');
  });

  test('does not overwrite what another person saved meanwhile', async () => {
    const { icp_url, icp_number, updated_at } = await server.data(icpDetail, {});
    await server.data(icpUpdate, { icp_number: '黔ICP备2026000002号', icp_url, updated_at });
    const { status, envelope } = await server.call(icpUpdate, { icp_number, icp_url, updated_at });
    expect(status).toBe(409);
    expect(reasons(envelope)).toContain('icp_number changed_meanwhile_to');
    // It is beside the rest of the enterprise: neither is in the other's way.
    const { enterprise_name, enterprise_code } = await server.data(enterpriseDetail, {});
    await server.data(enterpriseUpdate, { enterprise_name, enterprise_code, updated_at });
    await server.data(icpUpdate, { icp_number, icp_url });
  });

  test('is returned for no other code, in the same time, whatever is sent', async () => {
    const attacks = [
      "' OR '1'='1",
      "YQ' --",
      "YQ'; select pg_sleep(3) --",
      "YQ' and (select pg_sleep(3)) is not null --",
      "' union select null, account_name, password_hash from account --",
      "'; drop table enterprise; --",
      'YQ%',
      '%',
      '_Q',
      'YQ\\',
      '{{7*7}}',
      '<script>',
      '../../etc/passwd',
      'yq',
    ];
    for (const enterprise_code of attacks) {
      const begun = performance.now();
      expect([enterprise_code, await server.data(icpPublic, { enterprise_code }, { token: '' })]).toEqual([
        enterprise_code,
        nothing,
      ]);
      expect(performance.now() - begun).toBeLessThan(2500);
    }
    const { status } = await server.call(icpPublic, { enterprise_code: 'Y\0Q' }, { token: '' });
    expect(status).toBe(400);
    for (const query of ['enterprise_code=YQ&enterprise_code=x', 'enterprise_code[$ne]=1', 'enterprise_code[]=YQ']) {
      expect((await server.fetch(`${icpPublic.path}?${query}`)).status).toBe(400);
    }
    expect((await server.data(enterpriseDetail, {})).enterprise_name).toBe(maker.enterprise_name);
  });
});

test('people of a factory or dealer can read it with permission, and never change it', async () => {
  for (const party of [{ factory: await server.party('factory') }, { dealer: await server.party('dealer') }]) {
    const token = await server.as(['enterprise', 'enterprise:update'], party);
    expect((await server.data(enterpriseDetail, {}, { token })).enterprise_name).toBe(maker.enterprise_name);
    expect((await server.call(enterpriseUpdate, maker, { token })).status).toBe(401);
    expect((await server.call(icpUpdate, { icp_number: 'x' }, { token })).status).toBe(401);
  }
  expect((await server.data(icpDetail, {})).icp_number).toBe('黔ICP备2026000001号');
});
