import { menuNodes } from '@suyuan/contract/menu.ts';
import { employee } from '@suyuan/contract/organ/account.ts';
import { allTreeButtons, menuButtonUpdate, menuTreeEnable } from '@suyuan/contract/organ/menu-setting.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { selectedList } from '@suyuan/contract/organ/session.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestServer, testServer } from '../harness/server.ts';

let server: TestServer;
let someRole: number;
beforeAll(async () => {
  server = await testServer();
  someRole = (await server.data(role.add, { role_name: 'r' })).id;
});
afterAll(() => server.stop());

const menus = menuNodes().map(({ node }) => node.key as string);
const buttons = menuNodes().flatMap(({ node }) => (node.buttons ?? []).map((verb) => `${node.key}:${verb}`));

/** What an administrator needs to put everything right again. */
async function canPutRight(): Promise<void> {
  const { rows } = await server.data(employee.page, { account_name: 'admin' });
  await server.data(employee.update, { id: rows[0]?.id as number, phone: '110' });
  await server.data(role.update, { id: someRole, description: 'x' });
  for (const menu_key of menus) await server.data(menuTreeEnable, { menu_key, enabled: true });
  for (const menu_button_code of buttons) await server.data(menuButtonUpdate, { menu_button_code, enabled: true });
}

const isEverythingOn = async () =>
  (await server.data(selectedList, {})).every(
    ({ enabled, listMenuButtons }) => enabled !== false && listMenuButtons.every((button) => button.enabled !== false),
  );

test('an administrator can switch everything back on after switching everything off', async () => {
  const answers = [];
  for (const menu_button_code of buttons.toReversed()) {
    answers.push((await server.call(menuButtonUpdate, { menu_button_code, enabled: false })).status);
  }
  for (const menu_key of menus.toReversed()) {
    answers.push((await server.call(menuTreeEnable, { menu_key, enabled: false })).status);
  }
  expect(new Set(answers)).toEqual(new Set([200, 409]));
  expect(await isEverythingOn()).toBe(false);
  await canPutRight();
  expect(await isEverythingOn()).toBe(true);
});

test('what was switched off bypassing the calls, or before they refused it, stays on', async () => {
  const { sql } = server;
  await sql`
    insert into menu_setting ${sql(menus.map((menu_key) => ({ menu_key, enabled: false })))}
    on conflict (menu_key) do update set enabled = false`;
  const rows = buttons.map((code) => ({
    menu_button_code: code,
    menu_key: code.split(':')[0] as string,
    added: false,
    enabled: false,
  }));
  await sql`insert into menu_button ${sql(rows)} on conflict (menu_button_code) do update set enabled = false`;
  const tree = JSON.stringify(await server.data(allTreeButtons, {}));
  expect(tree).toContain('"menu_button_code":"stafflist:update"');
  await canPutRight();
  expect(await isEverythingOn()).toBe(true);
});
