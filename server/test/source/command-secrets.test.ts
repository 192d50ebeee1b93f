import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// What is on a command line, everybody on the machine reads in the list of processes: no secret of ours goes there.

const root = join(import.meta.dirname, '../../..');
const secret = /(key|password|secret|token|credential)/i;

/** The programs that people start, and what reads their options. */
const programs = [
  'start.mjs',
  'tools/run-server.mjs',
  'simulator/main.ts',
  'bench/main.ts',
  ...readdirSync(join(root, 'server/commands'))
    .filter((name) => /^[\w-]+\.ts$/.test(name))
    .map((name) => `server/commands/${name}`),
];

test.each(programs)('%s accepts no secret as an option', (program) => {
  const source = readFileSync(join(root, program), 'utf8');
  const options = Array.from(source.matchAll(/^\s*'?([\w-]+)'?: \{ type: '(?:string|boolean)'/gm), ([, name]) => name);
  expect(options.filter((name) => secret.test(name as string))).toEqual([]);
  if (source.includes('parseArgs')) expect(options).not.toEqual([]);
});

const pages = ['README.md', 'CONTRIBUTING.md', ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

test.each(pages)('%s shows no command with a secret on its line', (page) => {
  const text = readFileSync(join(root, page), 'utf8');
  const commands = Array.from(text.matchAll(/```sh\n(.*?)```/gs), ([, block]) => (block as string).split('\n')).flat();
  // A line that only sets a variable is of a file of settings.
  const shown = commands.filter(
    (line) =>
      !/^\w+=\S*$/.test(line) &&
      /--(key|password|secret|token)\b|-H "?(device-key|token):|"account_password":|[a-z]+:\/\/\w+:[^@\s$]+@/i.test(
        line,
      ),
  );
  expect(shown).toEqual([]);
});

test.each(['--key sk_1', '--key=sk_1', '--password walnut', '--password=walnut'])('simulate refuses %s', (given) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(root, 'simulator/main.ts'), 'line', '--url', 'http://127.0.0.1:1', ...given.split(' ')],
    { encoding: 'utf8' },
  );
  expect(status).toBe(1);
  expect(stderr).toMatch(/list of processes\. Set SUYUAN_(DEVICE_KEY|PASSWORD) in the environment/);
});
