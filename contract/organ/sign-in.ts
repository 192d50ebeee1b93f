import Type from 'typebox';
import { accountTypes } from '../access/account-type.ts';
import { OneTimeCode, Password } from '../access/password.ts';
import { defineCall } from '../call/call.ts';
import { Uuid } from '../handheld/handheld.ts';
import { Input, NoInput, OneOfNumbers } from '../thing/fields.ts';
import { Identifier } from '../thing/identifiers.ts';

export const login = defineCall({
  method: 'POST',
  path: '/api/sso/login',
  client: 'sign-in',
  effect: 'own-record',
  access: 'public',
  summary:
    'Sign in. `data` is the token. Code 40120: call again with `one_time_code`. Code 42910: too many failures, see ' +
    'Retry-After.',
  input: Input({
    account_name: Identifier(64),
    account_password: Password(),
    account_type: OneOfNumbers(accountTypes),
    permissions: Type.Optional(Type.Literal(1)),
    /** Required after the error 40120: a six-digit code of the authenticator app, or a recovery code. */
    one_time_code: Type.Optional(OneTimeCode()),
    /** The handheld that somebody signs in on: the session is for it alone, and lasts for days. */
    device: Type.Optional(Uuid()),
  }),
  output: Type.String(),
});

export const loginout = defineCall({
  method: 'POST',
  path: '/api/sso/loginout',
  client: 'sign-in',
  effect: 'own-record',
  access: 'public',
  summary: 'Sign out: end the session of the Token header. Succeeds without one.',
  input: NoInput(),
  output: Type.Null(),
});
