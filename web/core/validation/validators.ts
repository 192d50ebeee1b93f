import { plainTextPattern } from '../../../contract/thing/plain-text.ts';

const plainText = new RegExp(plainTextPattern);

/** Whether a text field takes it. Its message is `validation.textField`, and the server's `problem.plain_text` says the same. */
export const isPlainText = (text: string): boolean => plainText.test(text);

/** As the specification has it. Not applied to signing in: see docs/decisions/user-names.md. */
export const isValidUsername = (name: string): boolean => ['admin', 'editor'].includes(name.trim());

export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/.test(path);
