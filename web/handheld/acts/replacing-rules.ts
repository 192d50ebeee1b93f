import type { Gathering, Part } from './act.ts';

/** The old code first, then the new one. */
export const replacing: Gathering = {
  judge: ([old], { text }) => (old?.text === text ? { verdict: 'repeated' } : { verdict: 'unknown' }),
  countOf: (parts) => (parts.length > 0 ? { there: parts.length, most: 2 } : undefined),
  isComplete: (parts) => parts.length === 2,
  mayEnd: () => false,
  contentOf: (parts) => {
    const [old, successor] = parts as [Part, Part];
    return { code: old.text, codes: [successor.text] };
  },
};
