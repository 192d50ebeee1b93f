import { textWidth } from './textWidth.ts';

const aroundCell = 18;
const sorter = 22;

/** A word of a column's title is not broken: how narrow its column may be. Chinese and Japanese break anywhere. */
export function titleWidth(title: string, isSorted: boolean): number {
  const words = title
    .split(/[\s-]+/)
    .filter((word) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word));
  const longest = words.reduce((widest, word) => Math.max(widest, textWidth(word, 600)), 0);
  return Math.ceil(longest) + aroundCell + (isSorted ? sorter : 0);
}
