import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const antdPackage = createRequire(import.meta.url).resolve('antd/package.json');
const antd = join(dirname(antdPackage), 'es');
const later = fileURLToPath(new URL('../core/loading/later.tsx', import.meta.url));

/** The modules of a package that antd is made of. */
const modulesOf = (name: string): string =>
  join(dirname(createRequire(antdPackage).resolve(`@rc-component/${name}/package.json`)), 'es');
const tree = modulesOf('tree');
const colors = modulesOf('color-picker');
const forms = modulesOf('form');
const tables = modulesOf('table');

/** Colours as such, and not what picks them. */
const color = `export { Color } from ${JSON.stringify(join(colors, 'color.js'))};`;

/** Whether a colour is bright, and not the picker of colours with its panels. */
const isBright = `
  import { Color } from ${JSON.stringify(join(colors, 'color.js'))};
  export const isBright = (value, ground) => {
    const { r, g, b, a } = value.toRgb();
    if (a <= 0.5) return new Color(value.toRgbString()).onBackground(ground).toHsv().v > 0.5;
    return r * 0.299 + g * 0.587 + b * 0.114 > 192;
  };`;

/**
 * How wide the scroll bar is, of tables that scroll by themselves. The others are told by antd as well, by a style sheet that
 * comes and goes while the page is laid out twice, and are drawn once more for it.
 */
const scrollBars = `
  import { getTargetScrollBarSize as measured } from ${JSON.stringify(join(modulesOf('util'), 'getScrollBarSize.js'))};
  export * from ${JSON.stringify(join(modulesOf('util'), 'index.js'))};
  const scrolls = (box) => box.matches('.ant-table-body') || box.querySelector('.ant-table-tbody-virtual') !== null;
  export const getTargetScrollBarSize = (box) => (box && scrolls(box) ? measured(box) : { width: 0, height: 0 });`;

const filterDropdown = 'table/hooks/useFilter/FilterDropdown.js';

/** What stands in for what a file of antd, or of its tables, imports, by that file and what it writes. */
const inPlace: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // Hardly a table has filters of antd's: those that do fetch the drop-down. Until it is there, a column has its title alone.
  'table/hooks/useFilter/index.js': {
    './FilterDropdown': `
      import { createElement, Suspense } from 'react';
      import { later } from ${JSON.stringify(later)};
      const Dropdown = later(() => import(${JSON.stringify(join(antd, filterDropdown))}));
      export default (props) => createElement(Suspense, { fallback: props.children }, createElement(Dropdown, props));
      export const flattenKeys = (filters) =>
        (filters ?? []).flatMap(({ value, children }) => [value, ...flattenKeys(children)]);`,
  },
  // Four functions, and not the tree that they were written for.
  'table/hooks/useSelection.js': {
    '@rc-component/tree': `
      export const arrAdd = (list, value) => (list.includes(value) ? [...list] : [...list, value]);
      export const arrDel = (list = [], value) => list.filter((one) => one !== value);
      export { conductCheck } from ${JSON.stringify(join(tree, 'utils/conductUtil.js'))};
      export { convertDataToEntities } from ${JSON.stringify(join(tree, 'utils/treeUtil.js'))};`,
  },
  'color-picker/color.js': { '@rc-component/color-picker': color },
  'color-picker/util.js': { '@rc-component/color-picker': color },
  'button/style/token.js': { '../../color-picker/components/ColorPresets': isBright },
  'tag/style/index.js': { '../../color-picker/components/ColorPresets': isBright },
  // Every component asks for the form around it: what tells of one, and not forms with their checks.
  'form/context.js': {
    '@rc-component/form': `export { FormProvider } from ${JSON.stringify(join(forms, 'FormContext.js'))};`,
  },
  'Table.js': { '@rc-component/util': scrollBars },
  // How the name of a field is written.
  'radio/group.js': {
    '../form/hooks/useForm': `export const toNamePathStr = (name) => [name].flat().join('_');`,
  },
};

const virtual = '\0antd-part:';

/**
 * Tables and buttons of antd come without what they do not use: the bundler keeps all that a file imports in the file of the
 * build that every list stands on.
 */
export const antdParts = (): Plugin => ({
  name: 'antd-parts',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    const folder = [antd, tables].find((one) => importer?.startsWith(one));
    const file = folder ? (importer?.slice(folder.length + 1) ?? '') : '';
    return inPlace[file]?.[source] ? `${virtual}${file}:${source}` : undefined;
  },
  load(id) {
    if (!id.startsWith(virtual)) return undefined;
    const [file = '', source = ''] = id.slice(virtual.length).split(':');
    return inPlace[file]?.[source];
  },
});
