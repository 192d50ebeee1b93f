import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * antd's own stylesheet, cut down to the components in use. It is made of CSS variables, which antd sets as the theme
 * changes; so nothing of it has to be computed in the browser.
 */

const registration = /gen(?:StyleHooks|SubStyleComponent|ComponentStyleHook)\(\s*\[?\s*'(\w+)'/g;
const relativeImport = /(?:from|import)\s*'(\.[^']+)'/g;
const antdImport = /import\s+\{([^}]+)\}\s+from\s+'antd'/g;

/** What the sources import from antd by name. */
export const importedFromAntd = (sources: readonly string[]): Set<string> =>
  new Set(
    sources
      .flatMap((source) => [...source.matchAll(antdImport)])
      .flatMap(([, names = '']) => names.split(','))
      .map((name) => name.trim().split(/\s+as\s+/)[0] ?? '')
      .filter((name) => name !== '' && !name.startsWith('type ')),
  );

/** Names of the styles that components need, with those they are made of. `folder` is antd/es. */
export function stylesOf(components: Iterable<string>, folder: string): Set<string> {
  const index = readFileSync(join(folder, 'index.js'), 'utf8');
  const styles = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string) => {
    const file = fileOf(path);
    if (!file || seen.has(file)) return;
    seen.add(file);
    const code = readFileSync(file, 'utf8');
    for (const [, name = ''] of code.matchAll(registration)) styles.add(name);
    for (const [, to = ''] of code.matchAll(relativeImport)) visit(join(dirname(file), to));
  };
  for (const component of components) {
    const from = new RegExp(`export \\{ default as ${component} \\} from '(\\.[^']+)'`).exec(index)?.[1];
    if (from) visit(join(folder, from));
  }
  return styles;
}

const fileOf = (path: string): string | undefined =>
  [path, `${path}.js`, join(path, 'index.js')].find((file) => existsSync(file) && statSync(file).isFile());

/** The stylesheet with the rules of these styles only. Rules of no component, such as motions, stay. */
export function cutDown(css: string, styles: ReadonlySet<string>): string {
  const registered = [...css.matchAll(/(\w+)-\w+\|(ant-[\w-]+)\|/g)].map(([, style = '', prefix = '']) => ({
    style,
    prefix,
  }));
  const prefixes = [...new Set(registered.map(({ prefix }) => prefix))].sort((a, b) => b.length - a.length);
  const wanted = new Set(registered.filter(({ style }) => styles.has(style)).map(({ prefix }) => prefix));
  const keeps = (selector: string): boolean => {
    const name = /\.(ant-[\w-]+)/.exec(selector)?.[1];
    const prefix = name && prefixes.find((known) => name === known || name.startsWith(`${known}-`));
    return !prefix || wanted.has(prefix);
  };
  return filtered(css, keeps);
}

function filtered(css: string, keeps: (selector: string) => boolean): string {
  return blocksOf(css)
    .map(({ prelude, body }) => {
      if (/^@(media|supports|container)/.test(prelude)) {
        const inner = filtered(body, keeps);
        return inner && `${prelude}{${inner}}`;
      }
      const kept = prelude.startsWith('@') || prelude.split(',').some(keeps);
      return kept && !prelude.startsWith('.data-ant-cssinjs') ? `${prelude}{${body}}` : '';
    })
    .join('');
}

interface Block {
  readonly prelude: string;
  readonly body: string;
}

/** The outermost blocks of a stylesheet. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  let opened = 0;
  let depth = 0;
  for (const { 0: token, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g)) {
    if (token === '{' && depth++ === 0) opened = index;
    if (token === '}' && --depth === 0) {
      blocks.push({ prelude: css.slice(from, opened).trim(), body: css.slice(opened + 1, index) });
      from = index + 1;
    }
  }
  return blocks;
}
