import Type from 'typebox';
import { RequiredText } from '../thing/fields.ts';

/** The password policy, applied by the form and the server alike. */
export const passwordMinLength = 12;
/** A password as entered; whether it follows the policy is checked elsewhere. */
export const Password = () => Type.String({ minLength: 1, maxLength: 256 });
/** A six-digit code of an authenticator app, or a recovery code. Blanks and hyphens are ignored. */
export const OneTimeCode = () => RequiredText(32);
