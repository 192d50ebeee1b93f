/**
 * antd's stylesheet, split by component. It uses CSS variables, which antd sets for the theme, so the browser computes no
 * styles.
 */
export interface AntdCss {
  /** Rules that belong to no component, such as animations. */
  readonly shared: string;
  /** The rules of a component, by the name under which antd registers its style (`Button`). */
  readonly of: (style: string) => string;
}

export function takenApart(css: string): AntdCss {
  const prefixes = prefixesOf(css);
  const candidates = [...prefixes.values()].flat().sort((a, b) => b.length - a.length);
  const prefixOf = (selector: string): string => {
    const name = /\.(ant-[\w-]+)/.exec(selector)?.[1];
    return candidates.find((prefix) => name === prefix || name?.startsWith(`${prefix}-`)) ?? '';
  };
  const parts = divided(css, prefixOf);
  return {
    shared: parts.get('') ?? '',
    of: (style) => (prefixes.get(style) ?? []).map((prefix) => parts.get(prefix) ?? '').join(''),
  };
}

/**
 * antd's stylesheet lists the styles that it consists of, in the form `Button-Button
 * ant-btn
 * `.
 */
function prefixesOf(css: string): Map<string, string[]> {
  const prefixes = new Map<string, string[]>();
  for (const [, style = '', prefix = ''] of css.matchAll(/(\w+)-\w+\|(ant-[\w-]+)\|/g)) {
    prefixes.set(style, [...new Set([...(prefixes.get(style) ?? []), prefix])]);
  }
  return prefixes;
}

/** The rules by the class prefix of their component. A rule of several components is in each of them. */
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

/** base.css sets `box-sizing` for all elements; antd's selectors for it match parts of class names, which is slow. */
const isSetForAll = (body: string): boolean => /^\s*box-sizing:\s*border-box;?\s*$/.test(body);

interface Block {
  readonly prelude: string;
  readonly body: string;
}

/** The top-level blocks of a stylesheet. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let from = 0;
  let opening = 0;
  let depth = 0;
  for (const { 0: token, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g)) {
    if (token === '{' && depth++ === 0) opening = index;
    if (token === '}' && --depth === 0) {
      blocks.push({ prelude: css.slice(from, opening).trim(), body: css.slice(opening + 1, index) });
      from = index + 1;
    }
  }
  return blocks;
}
