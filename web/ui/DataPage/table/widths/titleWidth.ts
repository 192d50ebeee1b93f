import { textWidth } from './textWidth.ts';

const aroundCell = 18;
const sorter = 22;

/** The minimum width of a column whose title wraps only between words; Chinese and Japanese wrap anywhere. */
export function titleWidth(title: string, isSorted: boolean): number {
  const words = title
    .split(/[\s-]+/)
    .filter((word) => !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word));
  const longest = words.reduce((widest, word) => Math.max(widest, textWidth(word, 600)), 0);
  return Math.ceil(longest) + aroundCell + (isSorted ? sorter : 0);
}
