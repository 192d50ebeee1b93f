/** Display of the GLN of a place, for the forms and lists of things. */
export const placeGlnShown = {
  gln: { width: 130, hidden: true, form: { hint: 'gln.placeHint' }, example: '6901234000009' },
  gln_extension: { width: 130, hidden: true, form: { hint: 'gln.extensionHint' } },
} as const;

/** The same for that of a party. */
export const partyGlnShown = {
  gln: { width: 130, hidden: true, form: { hint: 'gln.partyHint' }, example: '6901234000009' },
} as const;
