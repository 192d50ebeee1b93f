import { accountTypes } from '@suyuan/contract/access/account-type.ts';
import type { MenuNode } from '@suyuan/contract/menu/menu-node.ts';
import { menu, menuNodes } from '@suyuan/contract/menu.ts';
import type { Names } from '@suyuan/contract/organ/menu-setting.ts';
import { accountTypeList, type MenuSelection, selectedList } from '@suyuan/contract/organ/session.ts';
import { type Account, holds } from '#platform/caller.ts';
import { text } from '#platform/language.ts';
import { noAccess } from '#platform/refusal.ts';
import type { Services } from '#platform/services.ts';
import { arranged, buttonsOf, type MenuSettings, readMenuSettings } from '../menu/menu-tree.ts';
import { menusInEffectOff } from '../session/held-permissions.ts';

export function servePermissions({ routes }: Services): void {
  routes.serve(selectedList, async ({ token }, { account, db, token: own }) => {
    // The specification sends the token a second time. Permissions of other sessions are not disclosed.
    if (token && token !== own) throw noAccess();
    const selections = selectionsOf(account, await readMenuSettings(db));
    return account.administrator
      ? [{ menu_key: 'admin', selected: true, listMenuButtons: [] }, ...selections]
      : selections;
  });

  routes.serve(accountTypeList, async (_, { language }) =>
    accountTypes.map((value) => ({ value, label: text(language, `stafflist.account_type.${value}`) })),
  );
}

/** All menus in the order of display, parents before children. */
function selectionsOf(account: Account, settings: MenuSettings): MenuSelection[] {
  const switchedOff = [...settings.menus].flatMap(([key, { enabled }]) => (enabled ? [] : [key]));
  const off = menusInEffectOff(switchedOff);
  const below = (nodes: readonly MenuNode[]): MenuSelection[] =>
    arranged(nodes, settings).flatMap((node) => [
      {
        menu_key: node.key,
        selected: !off.has(node.key) && isShown(account, node),
        ...shownOtherwise(!off.has(node.key), settings.menus.get(node.key)?.names),
        ...(settings.menus.get(node.key)?.always_show ? { always_show: true } : {}),
        listMenuButtons: buttonsOf(node, settings).map(({ menu_button_code, enabled, names }) => ({
          menu_button_code,
          selected: holds(account, [menu_button_code]),
          ...shownOtherwise(enabled && !off.has(node.key), names),
        })),
      },
      ...below(node.children ?? []),
    ]);
  return below(menu);
}

/** A group is shown if the account may see one of its screens. */
const isShown = (account: Account, node: MenuNode): boolean =>
  menuNodes([node]).some(({ node: one }) => holds(account, [one.key]));

/** The properties of a menu or button that differ from the built-in ones. */
const shownOtherwise = (enabled: boolean, names: Names = {}) => ({
  ...(enabled ? {} : { enabled: false }),
  ...(Object.keys(names).length > 0 ? { names } : {}),
});
