/** The text keys of batch actions. */
export const batchTexts = {
  enable: 'datapage.enable',
  disable: 'datapage.disable',
  delete: 'button.delete',
} as const;
