/** The text keys of the steps. */
export const stepTexts = {
  settle: 'exception.settle',
  assign: 'button.assign',
  retry: 'button.retry',
  note: 'field.note',
  discard: 'button.discard',
  reopen: 'exception.reopen',
} as const;
