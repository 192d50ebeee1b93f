import { plainTextPattern } from '@suyuan/contract/thing/text-formats.ts';

const plainText = new RegExp(plainTextPattern);

/** Whether a text field accepts a text. The message is `validation.textField`; the server has the same one. */
export const isPlainText = (text: string): boolean => plainText.test(text);

/** As the specification has it. Not applied to signing in: see docs/decisions/username-validation.md. */
export const isValidUsername = (name: string): boolean => ['admin', 'editor'].includes(name.trim());

export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/.test(path);
