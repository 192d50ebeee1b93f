import type { PackingColumns } from '@suyuan/contract/plant/task.ts';
import { languages, text } from '#platform/language.ts';

/** Titles of the two columns, as other systems write them. */
const titles = {
  parent: titled(
    '(外|外?包装|外?箱|盒|垛|托盘?|上级|父级?)码?|外包装编码',
    '(parent|package|case|carton|box|pallet|container)([ _-]?(code|id|no))?',
    '(código (del? )?)?(padre|paquete|caja|palé)',
    '(親|外装|外箱|ケース|パレット)(コード)?',
  ),
  child: titled(
    '(内|内装|内含|瓶|单品|产品|下级|子级?)码?|码',
    '(child|code in it|code|unit|item|bottle|serial)([ _-]?(code|id|no))?',
    'c[óo]digo( (contenido|hijo))?|hijo|contenido',
    '(子|中身)(のコード|コード)?|コード',
  ),
};

function titled(...words: readonly string[]): RegExp {
  return new RegExp(`^(${words.join('|')})$`, 'i');
}

const titlesOf = (key: string) => new Set(languages.map((language) => text(language, key).toLowerCase()));

/** The titles of the screen. */
const screenTitles = { parent: titlesOf('relevance.columnParent'), child: titlesOf('relevance.columnChild') };

const isTitle = (column: 'parent' | 'child', cell: string): boolean =>
  screenTitles[column].has(cell.toLowerCase()) || titles[column].test(cell);

/** The column that a title line lacks although it names the other one; undefined if it names both or none. */
export function columnMissing(first: readonly string[]): 'parent' | 'child' | undefined {
  const named = (column: 'parent' | 'child') => first.some((cell) => isTitle(column, cell.trim()));
  const [parent, child] = [named('parent'), named('child')];
  if (parent === child) return undefined;
  return parent ? 'child' : 'parent';
}

/** The columns that the first line of a file names; the first two if it is no title line. */
export function columnsNamedBy(first: readonly string[]): PackingColumns {
  const names = first.map((cell) => cell.trim());
  const parent = names.findIndex((name) => isTitle('parent', name));
  const child = names.findIndex((name, at) => at !== parent && isTitle('child', name));
  return parent >= 0 && child >= 0 ? { parent, child, titled: true } : { parent: 0, child: 1, titled: false };
}
