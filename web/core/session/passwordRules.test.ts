import { expect, test } from 'vitest';
import { passwordProblems } from './passwordRules.ts';

test('requires a long enough, different password, typed twice', () => {
  const fine = { old_password: 'before', new_password: 'long enough now', repeated: 'long enough now' };
  expect(passwordProblems(fine)).toEqual({});
  expect(passwordProblems({ ...fine, old_password: '' })).toEqual({ old_password: 'password.oldRequired' });
  expect(passwordProblems({ ...fine, repeated: 'x' })).toEqual({ repeated: 'password.differs' });
  expect(passwordProblems({ ...fine, old_password: fine.new_password })).toEqual({ new_password: 'password.same' });
  expect(passwordProblems({ ...fine, new_password: 'eleven char', repeated: 'eleven char' })).toEqual({
    new_password: 'password.tooShort',
  });
});
