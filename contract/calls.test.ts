import type Type from 'typebox';
import { describe, expect, test } from 'vitest';
import type { Call } from './call/call.ts';
import { ErrorCode } from './call/errors.ts';
import { alwaysOn, calls } from './calls.ts';
import { menuNodes } from './menu.ts';

describe('the calls', () => {
  test('have unique methods and paths', () => {
    const shapes = calls.map(({ method, path }) => `${method} ${path}`);
    expect(new Set(shapes).size).toBe(shapes.length);
  });

  test('follow one path convention', () => {
    for (const { path } of calls) expect(path).toMatch(/^\/api\/[a-z]+\/[a-zA-Z]+\d?(\/[a-zA-Z]+)?$/);
  });

  test('accept no undeclared input', () => {
    for (const { path, input } of calls) {
      expect([path, (input as { additionalProperties?: boolean }).additionalProperties]).toEqual([path, false]);
    }
  });

  test('list pages of one shape', () => {
    for (const call of calls.filter(({ path }) => path.endsWith('/pagelist'))) {
      const { page, size, sort } = (call.input as Type.TObject).properties as Record<string, Record<string, unknown>>;
      expect([page?.minimum, size?.minimum, size?.maximum, Array.isArray(sort?.enum)]).toEqual([1, 1, 500, true]);
      const { rows, total, ...long } = (call.output as Type.TObject).properties;
      expect([rows, total]).not.toContain(undefined);
      // Lists that are not counted to the end say so by `more` and `searched`.
      expect([[], ['more', 'searched']]).toContainEqual(Object.keys(long));
    }
  });

  test('include those of the specification', () => {
    const named = [
      'POST /api/sso/login',
      'POST /api/sso/loginout',
      'GET /api/org/menutree/selectedlist',
      'POST /api/org/employees/updatepasswordself',
      'GET /api/org/dropdownlist/accounttype',
    ];
    expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(expect.arrayContaining(named));
  });
});

describe('permissions that cannot be switched off', () => {
  const things = /^\/api\/org\/(menutree|menubutton|roles|employees)\//;
  /**
   * These calls cannot restore access: they create or delete, change the appearance, or do for several rows what another call
   * does for one.
   */
  const mendsNothing = /\/(add|delete|import|batch|order|rename|alwaysshow)$/;

  test('are those of the calls that restore menus, buttons, roles and people', () => {
    const mending = calls.filter(
      ({ path, method, effect, access }) =>
        things.test(path) &&
        !mendsNothing.test(path) &&
        method === 'POST' &&
        effect === undefined &&
        access !== 'signed-in',
    );
    expect(mending.length).toBeGreaterThan(5);
    expect(calls.filter(({ restoresAccess }) => restoresAccess).toSorted(byPath)).toEqual(mending.toSorted(byPath));
    for (const { access } of mending) for (const permission of access) expect(alwaysOn).toContain(permission);
  });

  test('include their screens and all menus above them, and nothing else', () => {
    for (const { node, parents } of menuNodes()) {
      const below = menuNodes([node]).flatMap(({ node: one }) => [
        one.key,
        ...(one.buttons ?? []).map((verb) => `${one.key}:${verb}`),
      ]);
      if (below.some((permission) => alwaysOn.has(permission))) {
        for (const key of [node.key, ...parents]) expect(alwaysOn).toContain(key);
      }
    }
    for (const permission of ['tagging', 'auditlog', 'stafflist:delete', 'rolemanage:export']) {
      expect(alwaysOn).not.toContain(permission);
    }
  });
});

const byPath = (one: Call, other: Call) => one.path.localeCompare(other.path);

test('error codes are distinct, and those of a lost session match the specification', () => {
  const codes = Object.values(ErrorCode);
  expect(new Set(codes).size).toBe(codes.length);
  expect([ErrorCode.sessionEnded, ErrorCode.sessionExpired]).toEqual([50012, 50014]);
});

describe('the menu', () => {
  test('has unique keys and full paths', () => {
    const nodes = menuNodes();
    expect(new Set(nodes.map(({ node }) => node.key)).size).toBe(nodes.length);
    const leaves = nodes
      .filter(({ node }) => !node.children)
      .map(({ node, parents }) => [...parents, node.path].join());
    expect(new Set(leaves).size).toBe(leaves.length);
  });

  test('leads from every screen to calls that it can make', () => {
    const needed = calls.flatMap(({ access, alsoNeeds = [] }): readonly string[] =>
      typeof access === 'string' ? [] : [...access, ...alsoNeeds],
    );
    const screens = menuNodes().filter(({ node }) => !node.children);
    for (const { node } of screens) {
      // The calls of a screen that is open to every role are allowed for everybody who is signed in.
      if (!node.open) expect(needed).toContain(node.key);
      for (const verb of node.buttons ?? []) expect(needed).toContain(`${node.key}:${verb}`);
    }
  });
});
