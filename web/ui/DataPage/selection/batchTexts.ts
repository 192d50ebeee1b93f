/** What is done with chosen rows, by the action. */
export const batchTexts = {
  enable: 'datapage.enable',
  disable: 'datapage.disable',
  delete: 'button.delete',
} as const;
