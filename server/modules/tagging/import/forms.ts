import type { CodeForm } from '@suyuan/contract/tagging/code-import.ts';

/** The form of a code: what it is written with, and how long it is. */
function formOf(text: string): Omit<CodeForm, 'count'> {
  if (/^https?:/i.test(text)) return { kind: 'address', length: null };
  const { length } = text;
  if (/^\d+$/.test(text)) return { kind: 'digits', length };
  return { kind: /^[0-9A-Za-z]+$/.test(text) ? 'alphanumeric' : 'other', length };
}

/** How many forms are told; the others are one. */
const most = 12;

/** Adds texts to what was counted of each form, the most frequent first. */
export function withForms(before: readonly CodeForm[], texts: readonly string[]): CodeForm[] {
  const counts = new Map(before.map((form) => [`${form.kind} ${form.length}`, form]));
  for (const text of texts) {
    const form = formOf(text);
    const key = `${form.kind} ${form.length}`;
    // Of a file of all lengths only so many are told apart.
    const known = counts.has(key) || counts.size < most ? key : 'other null';
    const now = counts.get(known);
    counts.set(known, now ? { ...now, count: now.count + 1 } : { ...(known === key ? form : others), count: 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

const others = { kind: 'other', length: null } as const;
