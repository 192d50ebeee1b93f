import { product } from '@suyuan/contract/base/product/product.ts';
import { menuNodes } from '@suyuan/contract/menu.ts';
import {
  allTree,
  allTreeButtons,
  type MenuTreeNode,
  menuAlwaysShow,
  menuButtonAdd,
  menuButtonDelete,
  menuButtonExport,
  menuButtonList,
  menuButtonUpdate,
  menuOrder,
  menuRename,
  menuReset,
  menuTreeEnable,
} from '@suyuan/contract/organ/menu-setting.ts';
import { role } from '@suyuan/contract/organ/role.ts';
import { selectedList } from '@suyuan/contract/organ/session.ts';
import { codeOrder } from '@suyuan/contract/tagging/code-order.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { languages, text } from '#platform/language.ts';
import { csvOf } from '#test/harness/files.ts';
import { type TestServer, testServer } from '#test/harness/server.ts';

let server: TestServer;
let other: TestServer;
beforeAll(async () => {
  server = await testServer();
  other = await testServer({}, server);
});
afterAll(async () => {
  await server.stop();
  await other.stop();
});
beforeEach(async () => {
  await server.data(menuReset, {});
});

const english = { language: 'en' };
const flat = (nodes: readonly MenuTreeNode[]): MenuTreeNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);
const selectionOf = async (key: string, token = server.admin) =>
  (await server.data(selectedList, {}, { token })).find(({ menu_key }) => menu_key === key);

describe('a disabled menu', () => {
  test('is disabled for everyone at the next request, on every server, with everything below it, until enabled again', async () => {
    const token = await server.as(['records', 'productlist']);
    const statuses = async () => {
      const responses = [server, other].flatMap((one) => [
        one.call(codeOrder.page, {}, { token }),
        one.call(codeOrder.page, {}, { token: server.admin }),
        one.call(product.page, {}, { token }),
      ]);
      return (await Promise.all(responses)).map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    await server.data(menuTreeEnable, { menu_key: 'tagging', enabled: false });
    expect(await statuses()).toEqual([401, 401, 200, 401, 401, 200]);
    for (const who of [token, server.admin]) {
      expect(await selectionOf('tagging', who)).toMatchObject({ selected: false, enabled: false });
      expect(await selectionOf('records', who)).toMatchObject({ selected: false, enabled: false });
    }
    await server.data(menuTreeEnable, { menu_key: 'tagging', enabled: true });
    expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await selectionOf('records', token)).not.toHaveProperty('enabled');
  });

  test('cannot be the one that enables menus, nor one above it', async () => {
    const needed = ['organ', 'staff', 'stafflist', 'role', 'rolemanage', 'setmenusenable', 'buttonpower'];
    for (const menu_key of needed) {
      expect((await server.call(menuTreeEnable, { menu_key, enabled: false })).status).toBe(409);
    }
    const tree = flat(await server.data(allTree, {}));
    expect(tree.filter(({ always_on }) => always_on).map(({ menu_key }) => menu_key)).toEqual(needed);
  });

  test('can still be granted to a role, for when it is enabled', async () => {
    await server.data(menuTreeEnable, { menu_key: 'base', enabled: false });
    await server.data(role.add, { role_name: 'for later', permissions: ['productlist'] });
  });

  test('needs permission to disable; an unknown one is named', async () => {
    const token = await server.as(['setmenusenable']);
    expect((await server.call(menuTreeEnable, { menu_key: 'base', enabled: false }, { token })).status).toBe(401);
    const { status, envelope } = await server.call(menuTreeEnable, { menu_key: 'nowhere', enabled: false });
    expect([status, envelope.data]).toMatchObject([400, { fields: [{ path: 'menu_key', reason: 'no_such' }] }]);
  });
});

test('a group with a single screen is shown as a group if the enterprise wants it', async () => {
  const shown = async () => (await selectionOf('plant'))?.always_show;
  expect(await shown()).toBeUndefined();
  await server.data(menuAlwaysShow, { menu_key: 'plant', always_show: true });
  expect([await shown(), (await server.data(allTree, { menu_key: 'plant' }))[0]?.always_show]).toEqual([true, true]);
  expect((await server.call(menuAlwaysShow, { menu_key: 'productlist', always_show: true })).status).toBe(409);
  await server.data(menuReset, { menu_key: 'plant' });
  expect(await shown()).toBeUndefined();
});

test('the tree is returned whole, or from one menu', async () => {
  const [product, ...others] = await server.data(allTree, { menu_key: 'product' });
  expect([product?.menu_key, others]).toEqual(['product', []]);
  expect(product?.children.map(({ menu_key }) => menu_key)).toContain('productlist');
  const [list] = await server.data(allTreeButtons, { menu_key: 'productlist' });
  expect(list?.listMenuButtons.map(({ menu_button_code }) => menu_button_code)).toContain('productlist:add');
  expect((await server.call(allTree, { menu_key: 'nowhere' })).status).toBe(400);
});

test('a menu is renamed by language, and reset', async () => {
  const nameIn = async (language: string) =>
    flat(await server.data(allTree, {}, { language })).find(({ menu_key }) => menu_key === 'productlist')?.menu_name;
  await server.data(menuRename, { menu_key: 'productlist', names: { zh: ' 酒品目录 ', en: '' } });
  expect([await nameIn('zh'), await nameIn('en')]).toEqual(['酒品目录', 'Product list']);
  expect(await selectionOf('productlist')).toMatchObject({ names: { zh: '酒品目录' } });
  await server.data(menuReset, { menu_key: 'productlist' });
  expect(await nameIn('zh')).toBe('产品列表');
});

test('menus are reordered among their siblings', async () => {
  const order = async () => (await server.data(allTree, {})).map(({ menu_key }) => menu_key);
  const before = await order();
  const wished = before.toReversed();
  await server.data(menuOrder, { menu_keys: wished });
  expect(await order()).toEqual(wished);
  const shown = (await server.data(selectedList, {})).map(({ menu_key }) => menu_key);
  expect(shown.filter((key) => wished.includes(key))).toEqual(wished);
  for (const menu_keys of [before.slice(1), [...before, 'productlist'], [before[0], ...before], ['nowhere']]) {
    expect((await server.call(menuOrder, { menu_keys })).status).toBe(400);
  }
  await server.data(menuReset, {});
  expect(await order()).toEqual(before);
});

test('a setting that somebody else makes for the first time meanwhile is waited for', async () => {
  const renamed = await server.sql.begin(async (other) => {
    await other`select pg_advisory_xact_lock(hashtext('menu_setting'), hashtext('productlist') & 255)`;
    const answer = server.call(menuRename, { menu_key: 'productlist', names: { en: 'Goods' } });
    await expect
      .poll(async () => {
        const waiting = await server.sql`
          select from pg_locks join pg_database d on d.oid = database
          where locktype = 'advisory' and not granted and d.datname = current_database()`;
        return waiting.length;
      })
      .toBeGreaterThan(0);
    await other`insert into menu_setting (menu_key, names) values ('productlist', '{"en":"Products"}')`;
    return { answer };
  });
  expect((await renamed.answer).status).toBe(200);
  const [setting] = await server.sql<{ names: unknown }[]>`
    select names from menu_setting where menu_key = 'productlist'`;
  expect(setting?.names).toEqual({ en: 'Goods' });
  await server.data(menuReset, { menu_key: 'productlist' });
});

test('two concurrent settings of a menu both succeed', async () => {
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, place) =>
      server.call(menuRename, { menu_key: 'tagging', names: { en: `Coding ${place}` } }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
});

describe('buttons', () => {
  const buttons = async (menu_key: string) => server.data(menuButtonList, { menu_key }, english);

  test('are listed with their names, to every signed-in person', async () => {
    const token = await server.as([]);
    const listed = await server.data(menuButtonList, {}, { token, language: 'zh' });
    expect(listed.find(({ menu_button_code }) => menu_button_code === 'productlist:add')).toMatchObject({
      menu_key: 'productlist',
      menu_name: '产品列表',
      button_name: '新增',
      enabled: true,
      added: false,
    });
    expect(
      flat(await server.data(allTreeButtons, {}, { token })).find(({ menu_key }) => menu_key === 'records'),
    ).toMatchObject({
      listMenuButtons: expect.arrayContaining([expect.objectContaining({ menu_button_code: 'records:add' })]),
    });
  });

  test("are nobody's while disabled, and can be renamed", async () => {
    const token = await server.as(['productlist', 'productlist:export']);
    const may = async (who: string) =>
      (await server.fetch('/api/base/products/export?format=csv', { headers: { token: who } })).status;
    expect([await may(token), await may(server.admin)]).toEqual([200, 200]);
    const menu_button_code = 'productlist:export';
    await server.data(menuButtonUpdate, { menu_button_code, enabled: false, names: { en: 'Save as file' } });
    expect([await may(token), await may(server.admin)]).toEqual([401, 401]);
    expect((await selectionOf('productlist'))?.listMenuButtons).toContainEqual({
      menu_button_code,
      selected: false,
      enabled: false,
      names: { en: 'Save as file' },
    });
    expect((await buttons('productlist')).find((one) => one.menu_button_code === menu_button_code)).toMatchObject({
      button_name: 'Save as file',
      enabled: false,
    });
    await server.data(menuButtonUpdate, { menu_button_code, enabled: true });
    expect(await may(token)).toBe(200);
  });

  test('that were added can be granted to roles, and are in the selected list', async () => {
    const menu_button_code = 'records:weigh';
    await server.data(menuButtonAdd, { menu_key: 'records', menu_button_code, names: { en: 'Weigh' } });
    const token = await server.as(['records'], { name: 'weigher' });
    const held = async () =>
      (await selectionOf('records', token))?.listMenuButtons.find((one) => one.menu_button_code === menu_button_code)
        ?.selected;
    expect(await held()).toBe(false);
    const [weigher] = await server.sql<{ id: number }[]>`select id from role where role_name = 'weigher'`;
    await server.data(role.update, {
      id: weigher?.id as number,
      role_name: 'weigher',
      permissions: ['records', menu_button_code],
    });
    expect(await held()).toBe(true);

    const used = await server.call(menuButtonDelete, { menu_button_code }, english);
    expect([used.status, used.envelope.message]).toEqual([409, expect.stringContaining('weigher')]);
    await server.data(role.update, { id: weigher?.id as number, role_name: 'weigher', permissions: [] });
    await server.data(menuButtonDelete, { menu_button_code });
    expect((await buttons('records')).map((one) => one.menu_button_code)).not.toContain(menu_button_code);
    expect((await server.call(menuButtonDelete, { menu_button_code })).status).toBe(404);
  });

  test('are added below their own menu, with a unique code and name', async () => {
    const add = (input: object) => server.call(menuButtonAdd, input);
    const names = { zh: '称重' };
    const refused = [
      await add({ menu_key: 'nowhere', menu_button_code: 'nowhere:x', names }),
      await add({ menu_key: 'records', menu_button_code: 'coderule:x', names }),
      await add({ menu_key: 'records', menu_button_code: 'records:add', names }),
      await add({ menu_key: 'records', menu_button_code: 'records:Not A Verb', names }),
      await add({ menu_key: 'records', menu_button_code: 'records:fine', names: { zh: ' ' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    await server.data(menuButtonAdd, { menu_key: 'records', menu_button_code: 'records:once', names });
    expect((await add({ menu_key: 'records', menu_button_code: 'records:once', names })).status).toBe(400);
    await server.data(menuButtonDelete, { menu_button_code: 'records:once' });
  });

  test('that are built in cannot be deleted', async () => {
    expect((await server.call(menuButtonDelete, { menu_button_code: 'records:add' })).status).toBe(409);
    expect((await server.call(menuButtonUpdate, { menu_button_code: 'records:nothing', enabled: false })).status).toBe(
      404,
    );
  });
});

test('every verb of the menu is translated', () => {
  const verbs = new Set(menuNodes().flatMap(({ node }) => node.buttons ?? []));
  for (const language of languages) {
    const without = [...verbs].filter((verb) => text(language, `button.${verb}`) === `button.${verb}`);
    expect([language, without]).toEqual([language, []]);
  }
});

test('are exported in words', async () => {
  const [titles, ...lines] = (await csvOf(server, menuButtonExport, {})).trimEnd().split(/\r?\n/);
  expect(titles).toContain('按钮代码,按钮,菜单标识,菜单,启用,自定义');
  expect(lines).toContain('productlist:add,新增,productlist,产品列表,启用,否');
  const without = await server.as(['buttonpower']);
  expect((await server.call(menuButtonExport, { format: 'csv' }, { token: without })).status).toBe(401);
});
