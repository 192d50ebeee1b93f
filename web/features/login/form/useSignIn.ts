import type { InputOf } from '@suyuan/contract/call/call.ts';
import { ErrorCode } from '@suyuan/contract/call/errors.ts';
import type { login } from '@suyuan/contract/organ/sign-in.ts';
import { useState } from 'react';
import { ApiError } from '#core/api/apiError.ts';
import { signIn } from '#core/session/session.ts';

export type Credentials = InputOf<typeof login>;

/** The state of signing in: pending, and the latest refusal. The route guard decides where to go afterwards. */
export function useSignIn() {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<ApiError>();
  /** Signs in; returns the error if it was refused. */
  const attempt = async (credentials: Credentials): Promise<ApiError | undefined> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await signIn(credentials);
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(error);
      setBusy(false);
      return error;
    }
  };
  const messageOf = (code: ErrorCode) => (refusal?.code === code ? refusal.message : undefined);
  return {
    busy,
    attempt,
    forget: () => setRefusal(undefined),
    fields: refusal?.fields ?? [],
    wrongCode: messageOf(ErrorCode.wrongCode),
    locked: messageOf(ErrorCode.signInLocked),
  };
}
