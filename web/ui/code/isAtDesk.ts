/** With a keyboard or a scanner that types; on a phone a field that is focused brings up keys over half of the screen. */
export const isAtDesk = (): boolean => matchMedia('(pointer: fine)').matches;
