/** Codes of which not every character can be read: `?` stands for each that cannot. */

/**
 * Whether a code has characters that cannot be read. The keyboard of a phone may write the full-width question mark. In an address,
 * what follows the question mark is its query, as the attributes of a GS1 Digital Link are.
 */
export const isTorn = (code: string): boolean => /[?？]/.test(code) && !/^https?:\/\//i.test(code.trim());

/** The pattern by which the codes are found that it may be. */
export const tornPattern = (code: string): string => code.replaceAll('？', '?').trim();
