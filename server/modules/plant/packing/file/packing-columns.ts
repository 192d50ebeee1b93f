import type { PackingColumns } from '../../../../../contract/plant/task.ts';

const titles = {
  parent:
    /^(parent|package|case|container|parent[ _-]?code|上级码|父码|箱码|包装码|上级|padre|paquete|caja|código padre|親コード|外装)$/i,
  child:
    /^(child|code|unit|item|serial|child[ _-]?code|下级码|子码|瓶码|码|下级|hijo|código|codigo|código hijo|子コード|中身)$/i,
};

/** The column that a title line lacks although it names the other one; undefined if it names both or none. */
export function columnMissing(first: readonly string[]): 'parent' | 'child' | undefined {
  const named = (column: 'parent' | 'child') => first.some((cell) => titles[column].test(cell.trim()));
  const [parent, child] = [named('parent'), named('child')];
  if (parent === child) return undefined;
  return parent ? 'child' : 'parent';
}

/** The columns that the first line of a file names; the first two if it is no title line. */
export function columnsNamedBy(first: readonly string[]): PackingColumns {
  const names = first.map((cell) => cell.trim());
  const parent = names.findIndex((name) => titles.parent.test(name));
  const child = names.findIndex((name, at) => at !== parent && titles.child.test(name));
  return parent >= 0 && child >= 0 ? { parent, child, titled: true } : { parent: 0, child: 1, titled: false };
}
