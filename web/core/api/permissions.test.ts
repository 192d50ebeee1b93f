import { selectedList, self } from '@suyuan/contract/organ/session.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { followPermissions, forgetPermissions, notePermissions } from './permissions.ts';

const onChange = vi.fn();
followPermissions(onChange);
const answer = (permissions?: string, status = 200) =>
  new Response(null, { status, headers: permissions === undefined ? {} : { permissions } });
beforeEach(() => {
  forgetPermissions();
  onChange.mockReset();
});

test('notices changed permissions in the header of any answer, also of a refusal', () => {
  notePermissions(selectedList, answer('one'));
  notePermissions(self, answer('one'));
  expect(onChange).not.toHaveBeenCalled();
  notePermissions(self, answer('two', 401));
  expect(onChange).toHaveBeenCalledTimes(1);
  notePermissions(selectedList, answer('two'));
  notePermissions(self, answer('two'));
  expect(onChange).toHaveBeenCalledTimes(1);
});

test('ignores answers before roles are loaded, and answers without the header', () => {
  notePermissions(self, answer('one'));
  notePermissions(selectedList, answer('one'));
  notePermissions(self, answer());
  expect(onChange).not.toHaveBeenCalled();
});
