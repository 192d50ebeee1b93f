import { alwaysOn } from '@suyuan/contract/calls.ts';
import { menuNodes } from '@suyuan/contract/menu.ts';
import {
  menuButtonAdd,
  menuButtonDelete,
  menuButtonExport,
  menuButtonList,
  menuButtonUpdate,
} from '@suyuan/contract/organ/menu-setting.ts';
import type { Kysely } from 'kysely';
import type { Schema } from '#platform/database/schema.ts';
import { violates } from '#platform/database/statements/violation.ts';
import { type Language, listText, text } from '#platform/language.ts';
import { sendTable } from '#platform/lists/export.ts';
import { refuseUsed } from '#platform/records/in-use.ts';
import { badInput, conflict, notFound } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { menuOf } from '../session/held-permissions.ts';
import { buttonName, buttonsOf, menuName, readMenuSettings } from './menu-tree.ts';
import { jsonOf, ownNames, requireMenu } from './menus.ts';

/** Serves the buttons of menus: built-in ones, and those that the enterprise adds for its own systems. */
export function serveButtons({ routes, answers, timeZone }: Services): void {
  routes.serve(menuButtonList, ({ menu_key }, { db, language }) => buttonsIn(db, language, menu_key));

  routes.serve(menuButtonExport, async ({ format }, caller) => {
    const { language } = caller;
    const titled = (column: string) => listText(language, 'buttonpower', column) ?? column;
    await sendTable(answers, caller, {
      list: 'buttonpower',
      format,
      timeZone: timeZone(),
      columns: ['menu_button_code', 'button_name', 'menu_key', 'menu_name', 'enabled', 'added'],
      titles: [
        titled('menu_button_code'),
        text(language, 'auditlog.thing.menu_button'),
        titled('menu_key'),
        text(language, 'auditlog.thing.menu_setting'),
        titled('enabled'),
        titled('added'),
      ],
      rows: await buttonsIn(caller.db, caller.language),
    });
    return null;
  });

  routes.change(menuButtonAdd, async ({ menu_key, menu_button_code, names = {} }, _, change) => {
    requireMenu(menu_key);
    if (menuOf(menu_button_code) !== menu_key) {
      throw badInput({ path: 'menu_button_code', reason: 'button_of_menu', params: { menu: menu_key } });
    }
    const taken = () => badInput({ path: 'menu_button_code', reason: 'taken', params: { value: menu_button_code } });
    if (builtInCodes.has(menu_button_code)) throw taken();
    const texts = ownNames(names);
    if (Object.keys(texts).length === 0) throw badInput({ path: 'names', reason: 'required' });
    await change.db
      .insertInto('menu_button')
      .values({ menu_button_code, menu_key, added: true, names: jsonOf(texts) })
      .execute()
      .catch(violates('menu_button_pkey', taken));
    change.made('menu_button', menu_button_code);
    return { menu_button_code };
  });

  routes.change(menuButtonUpdate, async ({ menu_button_code, names, enabled }, _, change) => {
    if (enabled === false && alwaysOn.has(menu_button_code)) throw conflict('button_always_on');
    const row = {
      ...(names === undefined ? {} : { names: jsonOf(ownNames(names)) }),
      ...(enabled === undefined ? {} : { enabled }),
      updated_at: new Date(),
    };
    await change.changing('menu_button', menu_button_code);
    const button = await change.db
      .selectFrom('menu_button')
      .select('menu_button_code')
      .where('menu_button_code', '=', menu_button_code)
      .executeTakeFirst();
    if (!button && !builtInCodes.has(menu_button_code)) throw notFound('menu_button');
    await change.db
      .insertInto('menu_button')
      .values({ menu_button_code, menu_key: menuOf(menu_button_code), added: false, ...row })
      .onConflict((conflict) => conflict.column('menu_button_code').doUpdateSet(row))
      .execute();
    if (!button) change.made('menu_button', menu_button_code);
    return { menu_button_code };
  });

  routes.change(menuButtonDelete, async ({ menu_button_code }, _, change) => {
    if (builtInCodes.has(menu_button_code)) throw conflict('button_built_in');
    await change.changing('menu_button', menu_button_code);
    await refuseUsed(
      'button_in_use',
      change.db
        .selectFrom('role_permission as p')
        .innerJoin('role as r', 'r.id', 'p.role_id')
        .where('p.permission', '=', menu_button_code)
        .select('r.role_name as name')
        .orderBy('r.role_name'),
    );
    const result = await change.db
      .deleteFrom('menu_button')
      .where('menu_button_code', '=', menu_button_code)
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) throw notFound('menu_button');
    return null;
  });
}

const nodes = menuNodes();
const builtInCodes = new Set(nodes.flatMap(({ node }) => (node.buttons ?? []).map((verb) => `${node.key}:${verb}`)));

/** The buttons of a menu, or of all, with their names in a language. */
async function buttonsIn(db: Kysely<Schema>, language: Language, menu_key?: string) {
  if (menu_key !== undefined) requireMenu(menu_key);
  const settings = await readMenuSettings(db);
  return nodes
    .filter(({ node }) => menu_key === undefined || node.key === menu_key)
    .flatMap(({ node }) => buttonsOf(node, settings))
    .map((button) => ({
      ...button,
      menu_name: menuName(button.menu_key, settings, language),
      button_name: buttonName(button, language),
    }));
}
