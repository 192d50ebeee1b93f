/** The characters a text field takes: letters, digits and _ - ~ ` . @ # $ ^ & * ( ) + ￥. Its message is `validation.textField`. */
export const isPlainText = (text: string): boolean => /^[A-Za-z0-9_\-~`.@#$^&*()+￥]*$/.test(text);

/** As the specification has it. Not applied to signing in: see docs/decisions/user-names.md. */
export const isValidUsername = (name: string): boolean => ['admin', 'editor'].includes(name.trim());

export const isExternal = (path: string): boolean => /^(https?:|mailto:|tel:)/.test(path);
