import { besideEachOther, type NamedAction } from '../../actions/rowActions.ts';
import { textWidth } from './textWidth.ts';

const aroundName = 14;
const between = 2;
const aroundCell = 18;

/** The width of the actions column: that of its widest row, or at least of its title. */
export function actionsWidth(title: string, more: string, rows: Iterable<readonly NamedAction[]>): number {
  let widest = textWidth(title);
  for (const actions of rows) {
    const names = actions.slice(0, besideEachOther).map(({ name }) => name);
    if (actions.length > besideEachOther) names.push(more);
    const width = names.reduce((sum, name) => sum + textWidth(name) + aroundName + between, -between - aroundName);
    widest = Math.max(widest, width);
  }
  return Math.ceil(widest) + aroundName + aroundCell;
}
