const fields = 'input:enabled, textarea:enabled, select:enabled, [contenteditable="true"]';

/** Begins where something is entered first; nothing has to be found for that. */
export function focusFirstField(within: Element | null): void {
  const all = within?.querySelectorAll<HTMLElement>(fields) ?? [];
  [...all].find((field) => field.checkVisibility())?.focus();
}
