import { expect, test } from 'vitest';
import { loginProblems } from './loginRules.ts';

test('requires every field', () => {
  expect(loginProblems({ account_name: ' ', account_password: '', account_type: undefined })).toEqual({
    account_name: 'login.nameRequired',
    account_password: 'login.passwordRequired',
    account_type: 'login.typeRequired',
  });
});

test('applies the text field rule to the account name', () => {
  const rest = { account_password: '任何字符 %', account_type: 1 };
  expect(loginProblems({ account_name: '张三', ...rest })).toEqual({ account_name: 'validation.textField' });
  expect(loginProblems({ account_name: 'zhang.san@factory', ...rest })).toEqual({});
});
