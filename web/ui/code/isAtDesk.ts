/**
 * Whether there is a keyboard or a scanner that acts as one. On a phone, a focused field would cover half of the screen with
 * the on-screen keyboard.
 */
export const isAtDesk = (): boolean => matchMedia('(pointer: fine)').matches;
