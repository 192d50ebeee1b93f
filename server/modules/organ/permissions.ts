import { buttonCode, menuNodes } from '../../../contract/menu.ts';
import { accountTypeList, type MenuSelection, selectedList } from '../../../contract/organ.ts';
import { accountTypes } from '../../../contract/sso.ts';
import { type Account, holds } from '../../platform/caller.ts';
import { text } from '../../platform/language.ts';
import { noAccess } from '../../platform/refusal.ts';
import type { Services } from '../../platform/services.ts';

export function servePermissions({ routes }: Services): void {
  routes.serve(selectedList, async ({ token }, caller) => {
    // The specification sends the token a second time; another session's permissions are nobody's business.
    if (token && token !== caller.token) throw noAccess();
    return selectionsOf(caller.account);
  });

  routes.serve(accountTypeList, async (_, { language }) =>
    accountTypes.map((value) => ({ value, label: text(language, `account_type.${value}`) })),
  );
}

function selectionsOf(account: Account): MenuSelection[] {
  const tree = menuNodes().map(({ node }) => ({
    menu_key: node.key,
    selected: holds(account, [node.key]) || holdsBelow(account, node),
    listMenuButtons: (node.buttons ?? []).map((verb) => {
      const menu_button_code = buttonCode(node.key, verb);
      return { menu_button_code, selected: holds(account, [menu_button_code]) };
    }),
  }));
  return account.administrator ? [{ menu_key: 'admin', selected: true, listMenuButtons: [] }, ...tree] : tree;
}

/** A group is shown to whoever may see a screen in it. */
const holdsBelow = (
  account: Account,
  node: Parameters<typeof menuNodes>[0] extends readonly (infer N)[] | undefined ? N : never,
): boolean => menuNodes(node.children ?? []).some(({ node: below }) => holds(account, [below.key]));
