import { besideEachOther, type NamedAction } from '../actions/rowActions.ts';

const cache = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

/** The width of a text in the font of the page, measured on a canvas without touching the layout. */
function textWidth(text: string, weight: 400 | 600 = 400): number {
  const { fontSize, fontFamily } = getComputedStyle(document.body);
  const font = `${weight} ${fontSize} ${fontFamily}`;
  const key = `${font} ${text}`;
  const before = cache.get(key);
  if (before !== undefined) return before;
  pen ??= document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * 14;
  pen.font = font;
  const { width } = pen.measureText(text);
  cache.set(key, width);
  return width;
}

const aroundName = 14;
const between = 2;
const aroundCell = 18;
const sorter = 22;

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

/** The minimum width of a column whose title wraps only between words; Chinese and Japanese wrap anywhere. */
export function titleWidth(title: string, isSorted: boolean): number {
  const words = title
    .split(/[\s-]+/)
    .filter((word) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word));
  const longest = words.reduce((widest, word) => Math.max(widest, textWidth(word, 600)), 0);
  return Math.ceil(longest) + aroundCell + (isSorted ? sorter : 0);
}
