import { menuNodes } from '@suyuan/contract/menu.ts';
import type { Can } from '#core/session/allowed.tsx';
import type { AddressOf } from '#core/session/useAddresses.ts';
import { askedToAdd } from '#ui/DataPage/state/useAskedToAdd.ts';

/** An action offered by the search. */
export interface Action {
  readonly name: string;
  readonly title: readonly [string];
  readonly path: string;
}

/** The actions "add a record", for the lists that the person may add to; `textOf` returns the title for a list's key. */
export function actionsOf(can: Can, addressOf: AddressOf, textOf: (key: string) => string | undefined): Action[] {
  return menuNodes().flatMap(({ node }) => {
    const title = node.buttons?.includes('add') ? textOf(node.key) : undefined;
    const path = addressOf(node.key, askedToAdd);
    if (title === undefined || path === undefined || !can(`${node.key}:add` as Parameters<Can>[0])) return [];
    return [{ name: node.key, title: [title], path }];
  });
}
