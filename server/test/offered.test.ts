import type { Call } from '@suyuan/contract/call/call.ts';
import { fileNames, importFile } from '@suyuan/contract/call-files.ts';
import { calls, ofEnterpriseOnly } from '@suyuan/contract/calls.ts';
import type { Permission } from '@suyuan/contract/menu.ts';
import { selectedList } from '@suyuan/contract/organ/session.ts';
import { isDeclared, type Thing } from '@suyuan/contract/thing/thing.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builtInPermissions } from '#modules/organ/session/held-permissions.ts';
import { tables } from '#tables.ts';
import { type TestServer, testServer } from './harness/server.ts';

// What people of factories and dealers are offered must not end in “you may not”.

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server.stop());

describe.each(['factory', 'dealer'] as const)('people of a %s', (kind) => {
  test('hold exactly the permissions that a call for them requires', async () => {
    const token = await server.as(builtInPermissions as Permission[], { [kind]: await server.party(kind) });
    const menus = await server.data(selectedList, { token }, { token });
    const roles = menus.flatMap(({ menu_key, selected, listMenuButtons }) => [
      ...(selected ? [menu_key as string] : []),
      ...listMenuButtons.flatMap((button) => (button.selected ? [button.menu_button_code] : [])),
    ]);
    for (const permission of ofEnterpriseOnly) expect(roles).not.toContain(permission);
    const needed = calls.flatMap(({ access, parties }) =>
      typeof access === 'string' || parties === 'enterprise' ? [] : [access[0] as string],
    );
    for (const permission of needed) expect(roles).toContain(permission);
  });
});

test('what row security lets no party change or see is declared as the enterprise’s', async () => {
  const things = (await Promise.all(fileNames.map(importFile)))
    .flatMap((exported) => Object.values(exported) as unknown[])
    .filter(isDeclared);
  const wrong = things.flatMap((thing) => {
    const rows = tables.get(thing.table)?.rows;
    const readCalls = [
      ['page', thing.page],
      ['export', thing.export],
    ] as const;
    const { add, update, remove, batch, import: brought } = thing as Partial<Thing>;
    const kept = [
      ['add', add],
      ['update', update],
      ['remove', remove],
      ['batch', batch],
      ['import', brought],
    ] as const;
    const closed = [...(rows === 'enterprise' ? readCalls : []), ...(typeof rows === 'string' ? kept : [])];
    return closed.flatMap(([verb, call]) =>
      call === undefined || (call as Call).parties === 'enterprise' ? [] : [`${thing.list} ${verb}`],
    );
  });
  expect(wrong).toEqual(Object.keys(open));
});

/** Lists of tables that are the enterprise's which are open to parties all the same, and why. */
const open: Record<string, string> = {
  'xiazai page': 'jobs that the caller began, by the id of the account',
  'xiazai export': 'the same',
  'taskmanagement page': 'jobs that the caller began, by the id of the account',
};
