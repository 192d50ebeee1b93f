import { readdirSync, readFileSync } from 'node:fs';
import { callsIn } from '@suyuan/contract/thing/thing.ts';
import { expect, test } from 'vitest';

/** Section 7 of the specification: the calls of the console. */
const specified: Readonly<Record<string, readonly string[]>> = {
  '/api/sso': ['POST login', 'POST loginout'],
  '/api/org/loginlog': ['POST add'],
  '/api/org/addressareas': ['GET findByParentCode'],
  '/api/org/enterprisedepart': ['GET listtree', 'GET tree', 'GET list', 'POST add', 'POST update', 'POST delete'],
  '/api/org/employees': [
    'POST add',
    'POST update',
    'POST delete',
    'POST updatepassword',
    'POST updatepasswordself',
    'GET pagelist',
  ],
  '/api/org/dropdownlist': ['GET accountstatus', 'GET accounttype'],
  '/api/org': ['GET roles', 'GET userstatus'],
  '/api/org/dealers': ['POST addSendArrave', 'POST update', 'POST modify', 'GET delete', 'GET list', 'GET dealerinfo'],
  '/api/org/roles': ['GET list', 'POST add', 'POST update', 'POST delete'],
  '/api/org/outfactory': ['GET pagelist', 'POST delete', 'POST update', 'POST add'],
  '/api/org/sendarrival': ['GET pagelist'],
  '/api/org/packagematerialsupplier': ['GET pagelist', 'POST add'],
  '/api/org/menubutton': ['POST list', 'POST add', 'POST delete', 'POST update'],
  '/api/org/menutree': [
    'GET alltreebuttons',
    'GET alltree',
    'POST allrolestree',
    'POST savetree',
    'POST menutreeenable',
    'GET selectedlist',
  ],
  '/api/org/positions': ['POST list', 'POST add', 'POST delete', 'POST update'],
  '/api/org/positionrole': ['POST add', 'POST delete', 'POST update', 'POST list'],
  '/api/org/enterpriseaccountnoauth': ['GET geticp'],
  '/api/org/enterpriseaccount': ['GET geticp', 'POST updateicp'],
};

const wanted = Object.entries(specified).flatMap(([folder, calls]) =>
  calls.map((call) => call.replace(' ', ` ${folder}/`)),
);

/** The export of the contract that has each call, by method and path. */
async function exportNames(): Promise<Map<string, string>> {
  const folder = new URL('../../../contract/', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /^([\w-]+\/)?[\w-]+\.ts$/.test(path));
  const branches = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>));
  return new Map(
    branches.flatMap((branch) =>
      Object.entries(branch).flatMap(([name, value]) =>
        callsIn([value]).map(({ method, path }): [string, string] => [`${method} ${path}`, name]),
      ),
    ),
  );
}

/** What the console imports from the contract, without tests and built files. */
function namesUsed(): Set<string> {
  const folder = new URL('../../', import.meta.url);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^dist\//.test(path));
  const imports = files.flatMap((path) => [
    ...readFileSync(new URL(path, folder), 'utf8').matchAll(/^import \{([^}]*)\} from '@suyuan\/contract\//gm),
  ]);
  return new Set(
    imports.flatMap(([, names = '']) => names.split(',').map((name) => name.trim().replace(/ as .*/, ''))),
  );
}

test('the console makes every call that the specification names', async () => {
  const names = await exportNames();
  const used = namesUsed();
  expect(wanted.filter((call) => !names.has(call))).toEqual([]);
  expect(wanted.filter((call) => !used.has(names.get(call) as string))).toEqual([]);
});
