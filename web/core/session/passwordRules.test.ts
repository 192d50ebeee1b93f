import { expect, test } from 'vitest';
import { passwordProblems } from './passwordRules.ts';

test('a new password is long enough, another one, and typed twice', () => {
  const fine = { old_password: 'before', new_password: 'long enough', repeated: 'long enough' };
  expect(passwordProblems(fine)).toEqual({});
  expect(passwordProblems({ ...fine, old_password: '' })).toEqual({ old_password: 'password.oldRequired' });
  expect(passwordProblems({ ...fine, repeated: 'x' })).toEqual({ repeated: 'password.differs' });
  expect(passwordProblems({ ...fine, old_password: fine.new_password })).toEqual({ new_password: 'password.same' });
  expect(passwordProblems({ ...fine, new_password: 'short', repeated: 'short' })).toEqual({
    new_password: 'password.tooShort',
  });
});
