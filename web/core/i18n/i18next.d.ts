import 'i18next';
import type { Texts } from './textKeys.ts';

/** Makes `t` accept only keys that exist in a file. */
declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: Texts };
  }
}
