import Type from 'typebox';
import { OneTimeCode, Password } from '../access/password.ts';
import { defineCall } from '../call/call.ts';
import { Id, IdInput, Input, Moment, NoInput, Nullable, RequiredText, Text } from '../thing/fields.ts';
import { IdentifierOrNone } from '../thing/identifiers.ts';
import { defineList } from '../thing/thing.ts';
import { optional, periodIn, readOnly } from '../thing/thing-fields.ts';

// The security of one's account: sign-in history, sessions, two-step sign-in.

/** `notice`: a sign-in reported by the console, not seen by this server. `locked`: refused without checking the password. */
export const loginResults = ['success', 'failure', 'locked', 'notice'] as const;
export const loginReasons = [
  'unknown_account',
  'wrong_password',
  'wrong_type',
  'account_disabled',
  'party_disabled',
  'wrong_code',
  'recovery_code',
  'locked',
  'changing_own_secrets',
] as const;

export const loginLog = defineList({
  key: 'loginlog',
  table: 'login_log',
  path: '/api/org/loginlog',
  fields: {
    at: readOnly(Moment(), { sort: true }),
    /** The filter matches the beginning, ignoring case. */
    account_name: readOnly(IdentifierOrNone(64), { filter: true }),
    result: readOnly(Type.Enum([...loginResults]), { filter: true }),
    reason: optional(Type.Enum([...loginReasons])),
    /** The address of the caller as the server saw it. */
    ip: readOnly(Text(64), { filter: true }),
    region: readOnly(Type.String()),
    device: readOnly(Type.String()),
    /** The address that the console reported for itself. */
    claimed_ip: optional(Type.String()),
    period: periodIn('at'),
  },
  summaries: { page: 'List sign-ins and failed attempts, newest first.' },
});

export const loginLogAdd = defineCall({
  method: 'POST',
  path: '/api/org/loginlog/add',
  effect: 'own-record',
  access: 'signed-in',
  duringSetup: true,
  summary: 'Record that the console signed in. The server determines session and origin itself.',
  input: Input({ accountName: RequiredText(64), loginIp: Type.Optional(Text(64)) }),
  output: Type.Null(),
});

export const ownLogins = defineCall({
  method: 'GET',
  path: '/api/org/loginlog/own',
  access: 'signed-in',
  personal: true,
  summary: "List the caller's latest sign-ins and failed attempts.",
  input: NoInput(),
  output: Type.Array(loginLog.Row),
});

export const OwnSession = Type.Object({
  id: Id(),
  /** Whether it is the session of this call. */
  current: Type.Boolean(),
  created_at: Type.String(),
  seen_at: Type.String(),
  expires_at: Type.String(),
  ip: Type.String(),
  region: Type.String(),
  device: Type.String(),
});

export const sessionList = defineCall({
  method: 'GET',
  path: '/api/org/sessions/list',
  access: 'signed-in',
  personal: true,
  summary: "List the caller's active sessions, most recently used first.",
  input: NoInput(),
  output: Type.Array(OwnSession),
});

export const sessionEnd = defineCall({
  method: 'POST',
  path: '/api/org/sessions/end',
  access: 'signed-in',
  personal: true,
  summary: "End one of the caller's sessions.",
  input: IdInput(),
  output: Type.Null(),
});

export const sessionEndOthers = defineCall({
  method: 'POST',
  path: '/api/org/sessions/endothers',
  access: 'signed-in',
  personal: true,
  summary: "End all of the caller's sessions except the current one.",
  input: NoInput(),
  output: Type.Null(),
});

const RecoveryCodes = Type.Object({ recovery_codes: Type.Array(Type.String()) });

export const TwoStepState = Type.Object({
  enrolled: Type.Boolean(),
  since: Nullable(Type.String()),
  /** Whether a role of the account requires it. */
  required: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
});

export const twoStepState = defineCall({
  method: 'GET',
  path: '/api/org/twostep/state',
  access: 'signed-in',
  duringSetup: true,
  summary: 'Get whether the caller has two-step verification.',
  input: NoInput(),
  output: TwoStepState,
});

export const twoStepBegin = defineCall({
  method: 'POST',
  path: '/api/org/twostep/begin',
  access: 'signed-in',
  duringSetup: true,
  summary: 'Create a secret for an authenticator app. It takes effect when a code of it is confirmed.',
  input: Input({ account_password: Password() }),
  output: Type.Object({
    /** The secret as Base32, for typing in. */
    secret: Type.String(),
    /** The `otpauth://` URI of the QR code. */
    uri: Type.String(),
  }),
});

export const twoStepConfirm = defineCall({
  method: 'POST',
  path: '/api/org/twostep/confirm',
  access: 'signed-in',
  duringSetup: true,
  summary:
    "Enable two-step verification with a code of the app. Returns recovery codes once, and ends the caller's other " +
    'sessions.',
  input: Input({ one_time_code: OneTimeCode() }),
  output: RecoveryCodes,
});

export const twoStepDisable = defineCall({
  method: 'POST',
  path: '/api/org/twostep/disable',
  access: 'signed-in',
  personal: true,
  summary: 'Disable two-step verification.',
  input: Input({ account_password: Password(), one_time_code: OneTimeCode() }),
  output: Type.Null(),
});

export const twoStepRecoveryCodes = defineCall({
  method: 'POST',
  path: '/api/org/twostep/recoverycodes',
  access: 'signed-in',
  personal: true,
  summary: 'Replace the recovery codes. The new ones are returned once.',
  input: Input({ account_password: Password(), one_time_code: OneTimeCode() }),
  output: RecoveryCodes,
});

export const employeeResetTwoStep = defineCall({
  method: 'POST',
  path: '/api/org/employees/resettwostep',
  access: ['stafflist:resettwostep'],
  restoresAccess: true,
  summary: "Disable two-step verification of a person who lost the phone, and end the person's sessions.",
  input: IdInput(),
  output: Type.Null(),
});
