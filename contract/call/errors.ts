/**
 * The numbers in the envelope's `code`. 50012 and 50014 are the ones the specification names; a client decides
 * by them, never by the message.
 */
export const ErrorCode = {
  ok: 20000,
  badInput: 40000,
  wrongCredentials: 40010,
  noAccess: 40100,
  mustChangePassword: 40110,
  mustSetUpTwoStep: 40111,
  /** The password is right, but a one-time code is needed as well. */
  codeNeeded: 40120,
  wrongCode: 40121,
  /** The device key is unknown, revoked or disabled. */
  unknownDevice: 40130,
  /** The key of another system is unknown, revoked or expired. */
  unknownKey: 40140,
  /** The key of another system may not make this call, or not from this address. */
  keyForbidden: 40300,
  notFound: 40400,
  conflict: 40900,
  /** Someone else saved the record since it was read; `data.fields` names what they changed. */
  stale: 40910,
  /** Something else is under way there; the caller says what becomes of it, and asks again. */
  occupied: 40915,
  /** The session only views the console as a role sees it, and may change nothing. */
  viewOnly: 40920,
  tooLarge: 41300,
  tooMany: 42900,
  signInLocked: 42910,
  internal: 50000,
  sessionEnded: 50012,
  sessionExpired: 50014,
  overloaded: 50300,
} as const;
export type ErrorCode = (typeof ErrorCode)[keyof typeof ErrorCode];
