import Type from 'typebox';
import { RequiredText } from '../thing/fields.ts';

/** The password policy, the same in the form and on the server. */
export const passwordMinLength = 12;
/** Any password as it is entered. */
export const Password = () => Type.String({ minLength: 1, maxLength: 256 });
/** Six digits of an authenticator app, or a recovery code. Blanks and hyphens do not count. */
export const OneTimeCode = () => RequiredText(32);
