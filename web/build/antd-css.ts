/**
 * antd's own stylesheet, taken apart by component. It is made of CSS variables, which antd sets as the theme changes; so
 * nothing of it has to be computed in the browser.
 */
export interface AntdCss {
  /** Rules of no component, such as motions. */
  readonly shared: string;
  /** The rules of a style, by the name that it is registered under (`Button`). */
  readonly of: (style: string) => string;
}

export function takenApart(css: string): AntdCss {
  const prefixes = prefixesOf(css);
  const known = [...prefixes.values()].flat().sort((a, b) => b.length - a.length);
  const prefixOf = (selector: string): string => {
    const name = /\.(ant-[\w-]+)/.exec(selector)?.[1];
    return known.find((prefix) => name === prefix || name?.startsWith(`${prefix}-`)) ?? '';
  };
  const parts = divided(css, prefixOf);
  return {
    shared: parts.get('') ?? '',
    of: (style) => (prefixes.get(style) ?? []).map((prefix) => parts.get(prefix) ?? '').join(''),
  };
}

/** antd writes into its stylesheet which styles it is made of: `Button-Button|ant-btn|`. */
function prefixesOf(css: string): Map<string, string[]> {
  const prefixes = new Map<string, string[]>();
  for (const [, style = '', prefix = ''] of css.matchAll(/(\w+)-\w+\|(ant-[\w-]+)\|/g)) {
    prefixes.set(style, [...new Set([...(prefixes.get(style) ?? []), prefix])]);
  }
  return prefixes;
}

/** The rules by the component that they are of. One of several components is among the rules of each. */
function divided(css: string, prefixOf: (selector: string) => string): Map<string, string> {
  const parts = new Map<string, string>();
  const put = (prefix: string, rules: string) => parts.set(prefix, (parts.get(prefix) ?? '') + rules);
  for (const { prelude, body } of blocksOf(css)) {
    if (/^@(media|supports|container)/.test(prelude)) {
      for (const [prefix, inner] of divided(body, prefixOf)) put(prefix, `${prelude}{${inner}}`);
    } else if (!prelude.startsWith('.data-ant-cssinjs') && !isSetForAll(body)) {
      const owners = prelude.startsWith('@') ? [''] : prelude.split(',').map(prefixOf);
      for (const prefix of new Set(owners)) put(prefix, `${prelude}{${body}}`);
    }
  }
  return parts;
}

/** base.css says it of every element; antd's selectors for it, by parts of class names, are slow to match. */
const isSetForAll = (body: string): boolean => /^\s*box-sizing:\s*border-box;?\s*$/.test(body);

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
