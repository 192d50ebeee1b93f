import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settings } from '#platform/config/config.ts';

// What starts the package on a server fits the program. A setting that it does not know, for one, would stop every start.

const root = join(import.meta.dirname, '../../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

interface Service {
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly healthcheck: { readonly test: readonly string[] };
  readonly stop_grace_period: string;
}
const { services } = parse(textOf('compose.yaml')) as {
  readonly services: Readonly<Record<'suyuan' | 'postgres', Service>>;
};
const dockerfile = textOf('Dockerfile');
const unit = textOf('deploy/suyuan.service');

test('every variable that they set is a setting', () => {
  const known = settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  const names = [
    ...Object.keys(services.suyuan.environment),
    ...Array.from(dockerfile.matchAll(/(SUYUAN_\w+)=/g), ([, name]) => name),
    ...Array.from(unit.matchAll(/Environment=(SUYUAN_\w+)=/g), ([, name]) => name),
  ];
  expect(names.length).toBeGreaterThan(6);
  expect(names.filter((name) => !known.includes(name as string))).toEqual([]);
});

test.each(['suyuan', 'postgres'] as const)('the container %s gets its secrets as files', (name) => {
  const { environment, secrets } = services[name];
  const files = Object.entries(environment).filter(([variable]) => variable.endsWith('_FILE'));
  expect(files.map(([, path]) => path.replace('/run/secrets/', '')).sort()).toEqual([...secrets].sort());
  expect(Object.keys(environment).filter((variable) => /(PASSWORD|KEY|PASSPHRASE)$/.test(variable))).toEqual([]);
});

test('both ask for the health of the server by the same command, which there is', () => {
  const [, ...command] = services.suyuan.healthcheck.test;
  expect(command).toEqual(JSON.parse(/^HEALTHCHECK .*CMD (.*)$/m.exec(dockerfile)?.[1] as string));
  expect(textOf('server/commands/main.ts')).toContain(`${command[1]}: () => import(`);
});

test('a server gets the time that it needs to stop', () => {
  const drain = Number(settings.find(({ name }) => name === 'SUYUAN_DRAIN_SECONDS')?.default);
  // What docs/operations.md asks for.
  const needed = drain + 10;
  expect(Number.parseInt(services.suyuan.stop_grace_period, 10)).toBeGreaterThan(needed);
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(needed);
});

test('the image installs the packages of every workspace', () => {
  const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
  const copied = Array.from(dockerfile.matchAll(/^COPY (\w+)\/package\.json \1\/$/gm), ([, name]) => name);
  expect(copied.sort()).toEqual([...workspaces].sort());
});
