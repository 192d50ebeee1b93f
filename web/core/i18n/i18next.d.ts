import 'i18next';
import type { Texts } from './textKeys.ts';

/** `t` takes no key that is in no file. */
declare module 'i18next' {
  interface CustomTypeOptions {
    keySeparator: false;
    nsSeparator: false;
    resources: { translation: Texts };
  }
}
