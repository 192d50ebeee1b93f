import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../install.mjs';
import { listFiles, textOf } from './repository-files.ts';

// Checks the pages in docs/: quoted code is in the files, links lead somewhere, and every screen and decision is in its index.

/** The pages whose quotes of code and texts are checked. */
const quoting = ['docs/adding-a-screen.md', 'docs/adding-an-event.md'];

const problems = [...quoting.flatMap(checkQuotes), ...checkScreens(), ...checkLinks()];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

/** Code that a page quotes must be in the file named in its paragraph, and quoted texts in the locale files. */
function checkQuotes(name: string): string[] {
  const page = textOf(name);
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();
  const texts = listFiles()
    .filter((path) => /^locales\/en\/.+\.json$/.test(path))
    .map(textOf)
    .join('\n');
  const quotes = page.matchAll(
    /`([\w./-]+\.(?:tsx?|sql|json))`(?:(?!\n\n)[\s\S])*\n\n```(?:tsx?|sql|diff)\n([\s\S]*?)```/g,
  );
  const problems = [...quotes]
    // A diff shows a change that nobody made: the lines around it are there, and those that it takes away.
    .map(([, path = '', lines = '']) => ({ path, quote: lines.replaceAll(/^\+.*\n/gm, '').replaceAll(/^[ -]/gm, '') }))
    // A file that is only added to is a new one.
    .filter(({ path, quote }) => folded(quote) !== '' && !folded(textOf(path)).includes(folded(quote)))
    .map(({ path }) => `${name} quotes ${path}, but the code there differs`);
  for (const [, lines = ''] of page.matchAll(/```json\n([\s\S]*?)```/g)) {
    for (const line of lines.split('\n').filter((one) => one.includes('": "')))
      if (!texts.includes(line.trim().replace(/,$/, '')))
        problems.push(`${name} quotes a text that is not in locales/en/: ${line}`);
  }
  return problems;
}

/** The index of screens must have a row for each, with a link to its folder. */
function checkScreens(): string[] {
  const rows = textOf('docs/adding-a-screen.md').split('\n');
  return listFiles().flatMap((path) => {
    const key = /^web\/features\/.*?(\w+)\.screen\.tsx$/.exec(path)?.[1];
    const link = `(../${posix.dirname(path)}/)`;
    if (!key || rows.some((row) => row.startsWith(`| \`${key}\` |`) && row.includes(link))) return [];
    return [`docs/adding-a-screen.md must list the screen \`${key}\` with a link to its folder, ${link}`];
  });
}

/** Relative links between pages, and decisions named in source files, must have a target; the index must list every decision. */
function checkLinks(): string[] {
  const files = new Set(listFiles());
  const hasTarget = (target: string) => {
    const [path = '', anchor] = target.split('#');
    if (!files.has(path) && !existsSync(join(root, path))) return false;
    return anchor === undefined || anchorsOf(textOf(path)).includes(anchor);
  };
  const problems = [...files].flatMap((path) => {
    if (!/\.(md|[mc]?[jt]sx?|sql|json)$/.test(path) || path === 'package-lock.json') return [];
    const text = textOf(path);
    const paths = [...text.matchAll(/\bdocs\/decisions\/[\w-]+\.md/g)].map(([name]) => name);
    const links = path.endsWith('.md')
      ? [...text.matchAll(/\]\((?![a-z]+:)([^)\s]+)\)/g)].map(([, link = '']) =>
          link.startsWith('#') ? path + link : posix.join(posix.dirname(path), link),
        )
      : [];
    const deadLinks = [...paths, ...links].filter((target) => !hasTarget(target));
    return deadLinks.map((target) => `${path} refers to ${target}, which does not exist`);
  });
  const decisions = [...files].filter((name) => /^docs\/decisions\/(?!README)[\w-]+\.md$/.test(name));
  const index = decisions.length > 0 ? textOf('docs/decisions/README.md') : '';
  for (const path of decisions) {
    const [name, title] = [posix.basename(path), /^# (.+)/.exec(textOf(path))?.[1]];
    if (!index.includes(`- [${name}](${name}): ${title}\n`))
      problems.push(`docs/decisions/README.md must list "- [${name}](${name}): ${title}"`);
  }
  return problems;
}

/** The anchors of the headings of a page, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title.toLowerCase());
  return titles.map((title) => title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'));
}
