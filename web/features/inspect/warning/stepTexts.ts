/** The text keys of the steps. */
export const stepTexts = {
  assign: 'button.assign',
  note: 'queryconsumerwarning.note',
  investigating: 'queryconsumerwarning.investigating',
  escalated: 'queryconsumerwarning.escalated',
  settle: 'queryconsumerwarning.settle',
} as const;
