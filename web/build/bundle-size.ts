/**
 * Prints the gzipped size of each page of the built console: `node web/build/bundle-size.ts [dist]`, with `--json` as JSON. The
 * exit code is 1 if a page exceeds its budget.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

interface PageFiles {
  readonly screens: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, readonly string[]>>;
}

interface Page {
  readonly name: string;
  readonly budgetKb: number | undefined;
  /** Source files of the page; their chunks and all imported ones count. */
  readonly from: readonly string[];
  /** Source files of pages loaded before this one; their chunks do not count. */
  readonly after?: readonly string[];
}

const dist = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const folder = dist ?? fileURLToPath(new URL('../dist', import.meta.url));
const { screens, files: broughtBy }: PageFiles = JSON.parse(readFileSync(`${folder}/page-files.json`, 'utf8'));

const texts = (branch: string) => `../locales/zh/${branch}.json`;
const start = ['index.html', 'main.tsx', texts('start')];
const signedIn = [...start, 'app/console/Console.tsx', 'app/antd/locale.zh.ts', texts('console')];
const pages: readonly Page[] = [
  { name: 'login', budgetKb: 200, from: [...start, 'features/login/LoginPage.tsx'] },
  { name: 'console, before a screen', budgetKb: 400, from: signedIn },
  ...Object.entries(screens).map(([name, file]) => ({
    name: `  ${name}`,
    budgetKb: undefined,
    from: [file, texts(branchOf(file))],
    after: signedIn,
  })),
  { name: 'consumer page', budgetKb: 80, from: ['consumer/main.ts'] },
];

/** The branch of a screen's source file, `features/<branch>/...`. */
function branchOf(source: string): string {
  return source.split('/')[1] ?? '';
}

const filesOf = (sources: readonly string[]): Set<string> =>
  new Set(sources.flatMap((source) => broughtBy[source] ?? []));

const sizes = new Map<string, number>();
function gzippedKb(file: string): number {
  const kilobytes = sizes.get(file) ?? gzipSync(readFileSync(`${folder}/${file}`), { level: 9 }).length / 1000;
  sizes.set(file, kilobytes);
  return kilobytes;
}

function weigh({ name, budgetKb, from, after = [] }: Page) {
  const before = filesOf(after);
  const files = [...filesOf(from)].filter((file) => !before.has(file));
  const total = (kind: string) =>
    Math.round(files.filter((file) => file.endsWith(kind)).reduce((sum, file) => sum + gzippedKb(file), 0) * 10) / 10;
  return { page: name, js_kb: total('.js'), css_kb: total('.css'), files: files.length, budget_kb: budgetKb ?? null };
}

const rows = pages.map(weigh).filter((row) => row.files > 0);
if (process.argv.includes('--json')) console.log(JSON.stringify(rows, null, 2));
else console.table(rows);
if (rows.some((row) => row.budget_kb !== null && row.js_kb > row.budget_kb)) process.exitCode = 1;
