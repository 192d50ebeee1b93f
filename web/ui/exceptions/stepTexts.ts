/** What is done about exceptions, by the step. */
export const stepTexts = {
  settle: 'exception.settle',
  assign: 'button.assign',
  retry: 'button.retry',
  note: 'field.note',
  discard: 'button.discard',
} as const;
