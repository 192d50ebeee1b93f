import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

// Every text in four languages: the same keys with the same placeholders, none empty, none missing, none left over.

const root = dirname(fileURLToPath(import.meta.url));
const languages = ['zh', 'en', 'es', 'ja'];

/** Keys that are put together at run time: every list of the console has its own words for these. */
const builtAtRunTime = /^[a-z]+\.(add|update|empty)$/;
/** Titles that server and front end share: the server asks for them by the names of columns. */
const shared = 'contract/locales';

const folders = findLocaleFolders('.');
const problems = [...folders.flatMap(compareLanguages), ...checkUse()];
for (const problem of problems) console.log(problem);
if (problems.length > 0) process.exitCode = 1;

function findLocaleFolders(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || /^(node_modules|dist|data|\..*)$/.test(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    const holds =
      entry.name === 'locales' && languages.some((language) => existsSync(join(root, path, `${language}.json`)));
    return holds ? [path] : findLocaleFolders(path);
  });
}

function compareLanguages(folder) {
  const missing = languages.filter((language) => !existsSync(join(root, folder, `${language}.json`)));
  if (missing.length > 0) return missing.map((language) => `${folder}/${language}.json is missing`);
  const [first, ...others] = languages.map((language) => ({
    file: `${folder}/${language}.json`,
    texts: readTexts(folder, language),
  }));
  return [
    ...[first, ...others].flatMap(({ file, texts }) => emptyOnes(texts).map((key) => `${file}: ${key} is empty`)),
    ...others.flatMap((other) => differences(first, other)),
  ];
}

function differences(first, other) {
  const [left, right] = [placeholders(first.texts), placeholders(other.texts)];
  const lacking = [...left.keys()].filter((key) => !right.has(key)).map((key) => `${other.file}: ${key} is missing`);
  const extra = [...right.keys()].filter((key) => !left.has(key)).map((key) => `${first.file}: ${key} is missing`);
  const unequal = [...left].filter(([key, names]) => right.has(key) && right.get(key) !== names);
  const told = unequal.map(
    ([key, names]) => `${other.file}: ${key} has the placeholders "${right.get(key)}", ${first.file} "${names}"`,
  );
  return [...lacking, ...extra, ...told];
}

/** Key -> its text, for 'a.b' as for { a: { b } }. */
function readTexts(folder, language) {
  const texts = new Map();
  const add = (prefix, value) => {
    if (value === null || typeof value !== 'object') texts.set(prefix, value);
    else for (const [key, inner] of Object.entries(value)) add(prefix === '' ? key : `${prefix}.${key}`, inner);
  };
  add('', JSON.parse(readFileSync(join(root, folder, `${language}.json`), 'utf8')));
  return texts;
}

function emptyOnes(texts) {
  return [...texts].flatMap(([key, text]) => (typeof text === 'string' && text.trim() !== '' ? [] : [key]));
}

/** Languages differ in their plural forms (_one, _other): those count as one key. */
function placeholders(texts) {
  const named = new Map();
  for (const [key, text] of texts) {
    const names = [...String(text).matchAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g)].map((match) => match[1]);
    const base = withoutPlural(key, texts);
    named.set(base, new Set([...(named.get(base) ?? []), ...names]));
  }
  return new Map([...named].map(([key, names]) => [key, [...names].sort().join(' ')]));
}

function withoutPlural(key, texts) {
  const base = key.replace(/_(zero|one|two|few|many|other)$/, '');
  return texts.has(`${base}_other`) ? base : key;
}

/** The front end's keys: each one that is asked for exists, each one that exists is asked for. */
function checkUse() {
  const ours = folders.filter((folder) => folder.startsWith('web/') || folder === shared);
  if (ours.length === 0) return [];
  const known = new Map();
  for (const folder of ours) {
    const language = languages.find((name) => existsSync(join(root, folder, `${name}.json`)));
    const texts = readTexts(folder, language);
    for (const key of texts.keys()) known.set(withoutPlural(key, texts), `${folder}/${language}.json`);
  }
  const sources = ['web', 'contract']
    .flatMap(listSources)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
  return [...unknownKeys(sources, known), ...unusedKeys(sources, known)];
}

function unknownKeys(sources, known) {
  return sources.flatMap(({ path, text }) => {
    const asked = [...text.matchAll(/(?:(?<![\w$])t\(\s*|\bi18nKey=\{?)(['"`])([^'"`$\n]+)\1/g)];
    return asked
      .filter((match) => !known.has(match[2]))
      .map((match) => {
        const line = text.slice(0, match.index).split('\n').length;
        return `${path}:${line} asks for ${match[2]}, which is in no language`;
      });
  });
}

/** In use: written out anywhere in quotes, or begun by a template such as t(`status.${name}`). */
function unusedKeys(sources, known) {
  const all = sources.map(({ text }) => text).join('\n');
  const written = new Set([...all.matchAll(/(['"`])([\w.:/-]+)\1/g)].map((match) => match[2]));
  const begun = [...all.matchAll(/`([\w.-]+[._-])\$\{/g)].map((match) => match[1]);
  return [...known]
    .filter(([key, file]) => !file.startsWith(shared) && !builtAtRunTime.test(key) && !written.has(key))
    .filter(([key]) => !begun.some((start) => key.startsWith(start)))
    .map(([key, file]) => `${file}: ${key} is used nowhere`);
}

function listSources(folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (['node_modules', 'dist', 'locales'].includes(entry.name)) return [];
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) return listSources(path);
    return /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) ? [path] : [];
  });
}
