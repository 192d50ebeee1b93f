import { alwaysOn } from '@suyuan/contract/calls.ts';
import { menu, menuNodes } from '@suyuan/contract/menu.ts';
import {
  allTree,
  allTreeButtons,
  menuAlwaysShow,
  menuOrder,
  menuRename,
  menuReset,
  menuTreeEnable,
  type Names,
} from '@suyuan/contract/organ/menu-setting.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Change } from '#platform/audit/audit-log.ts';
import { badInput, conflict } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { menuTree, readMenuSettings } from './menu-tree.ts';

/** Serves the enterprise's settings of menus: enabled or disabled for everybody, names, and order. */
export function serveMenus({ routes }: Services): void {
  for (const [call, buttons] of [
    [allTree, false],
    [allTreeButtons, true],
  ] as const) {
    routes.serve(call, async ({ menu_key }, { db, language }) => {
      if (menu_key !== undefined) requireMenu(menu_key);
      const branch = menu_key === undefined ? menu : nodes.flatMap(({ node }) => (node.key === menu_key ? [node] : []));
      const viewer = { language, buttons, selected: new Set<string>(), grantable: () => false };
      return menuTree(await readMenuSettings(db), viewer, branch);
    });
  }

  routes.change(menuTreeEnable, async ({ menu_key, enabled }, _, change) => {
    requireMenu(menu_key);
    if (!enabled && alwaysOn.has(menu_key)) throw conflict('menu_always_on');
    await set(change, menu_key, { enabled });
    return null;
  });

  routes.change(menuRename, async ({ menu_key, names }, _, change) => {
    requireMenu(menu_key);
    await set(change, menu_key, { names: ownNames(names) });
    return null;
  });

  routes.change(menuAlwaysShow, async ({ menu_key, always_show }, _, change) => {
    requireMenu(menu_key);
    if (!nodes.some(({ node }) => node.key === menu_key && node.children)) throw conflict('menu_no_group');
    await set(change, menu_key, { always_show });
    return null;
  });

  routes.change(menuOrder, async ({ menu_keys }, _, change) => {
    requireSiblings(menu_keys);
    for (const [place, menu_key] of menu_keys.entries()) await set(change, menu_key, { place });
    return null;
  });

  routes.change(menuReset, async ({ menu_key }, _, change) => {
    if (menu_key !== undefined) requireMenu(menu_key);
    const keys = menu_key === undefined ? nodes.map(({ node }) => node.key) : [menu_key];
    await change.changing('menu_setting', ...keys);
    await change.db.deleteFrom('menu_setting').where('menu_key', 'in', keys).execute();
    return null;
  });
}

const nodes = menuNodes();
const parentOf = new Map(nodes.map(({ node, parents }) => [node.key, parents.at(-1)]));

export function requireMenu(menu_key: string): void {
  if (!parentOf.has(menu_key)) throw badInput({ path: 'menu_key', reason: 'no_such', params: { value: menu_key } });
}

/** Throws 400 unless the keys are all menus of one parent, each once; an order of only some would be ambiguous. */
function requireSiblings(keys: readonly string[]): void {
  for (const [index, key] of keys.entries()) {
    const path = `menu_keys.${index}`;
    if (!parentOf.has(key)) throw badInput({ path, reason: 'no_such', params: { value: key } });
    if (keys.indexOf(key) !== index) throw badInput({ path, reason: 'taken', params: { value: key } });
  }
  const parent = parentOf.get(keys[0] as string);
  const siblings = nodes.filter(({ node }) => parentOf.get(node.key) === parent);
  if (siblings.length !== keys.length || keys.some((key) => parentOf.get(key) !== parent)) {
    throw badInput({ path: 'menu_keys', reason: 'not_all_siblings' });
  }
}

interface MenuSetting {
  enabled?: boolean;
  always_show?: boolean;
  place?: number;
  names?: Names;
}

async function set(change: Change, menu_key: string, { names, ...values }: MenuSetting): Promise<void> {
  const row = { ...values, ...(names ? { names: jsonOf(names) } : {}), updated_at: new Date() };
  await change.changing('menu_setting', menu_key);
  const setting = await change.db
    .selectFrom('menu_setting')
    .select('menu_key')
    .where('menu_key', '=', menu_key)
    .executeTakeFirst();
  await change.db
    .insertInto('menu_setting')
    .values({ menu_key, place: null, ...row })
    .onConflict((conflict) => conflict.column('menu_key').doUpdateSet(row))
    .execute();
  if (!setting) change.made('menu_setting', menu_key);
}

/** The names that are not blank, trimmed. */
export const ownNames = (names: Names): Names =>
  Object.fromEntries(
    Object.entries(names).flatMap(([language, name]) => (name.trim() ? [[language, name.trim()]] : [])),
  );

export const jsonOf = (names: Names) => sql`${JSON.stringify(names)}::text::jsonb` as RawBuilder<Names>;
