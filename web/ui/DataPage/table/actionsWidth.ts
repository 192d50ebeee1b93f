import { besideEachOther, type NamedAction } from './rowActions.ts';

const aroundName = 14;
const between = 2;
const aroundCell = 18;

/** How wide the column of actions is: as wide as the widest of its rows, and never narrower than its title. */
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

const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** Of the page's own type, on a canvas: nothing has to be drawn to be measured. */
function textWidth(text: string): number {
  const { font } = getComputedStyle(document.body);
  const key = `${font} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 14;
  pen.font = font;
  const { width } = pen.measureText(text);
  known.set(key, width);
  return width;
}
