import { selectedList, self } from '@suyuan/contract/organ/session.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { followPermissions, forgetPermissions, notePermissions } from './permissions.ts';

const told = vi.fn();
followPermissions(told);
const answer = (permissions?: string, status = 200) =>
  new Response(null, { status, headers: permissions === undefined ? {} : { permissions } });
beforeEach(() => {
  forgetPermissions();
  told.mockReset();
});

test('an answer whose mark is another than that of the roles shown tells so, also a refusal', () => {
  notePermissions(selectedList, answer('one'));
  notePermissions(self, answer('one'));
  expect(told).not.toHaveBeenCalled();
  notePermissions(self, answer('two', 401));
  expect(told).toHaveBeenCalledTimes(1);
  notePermissions(selectedList, answer('two'));
  notePermissions(self, answer('two'));
  expect(told).toHaveBeenCalledTimes(1);
});

test('nothing is told before roles are loaded, nor by answers without a mark', () => {
  notePermissions(self, answer('one'));
  notePermissions(selectedList, answer('one'));
  notePermissions(self, answer());
  expect(told).not.toHaveBeenCalled();
});
