import { glnExtension, isValidGln, placeFrom } from '@suyuan/codes/carrier/gln.ts';
import type { Problem } from '../refusal.ts';

interface PlaceInput {
  readonly gln?: string | null;
  readonly gln_extension?: string | null;
}

/** The GLN of a place needs a valid check digit; an extension, which names a place within it, needs a GLN. */
export function placeGlnProblems({ gln, gln_extension }: PlaceInput): Problem[] {
  const [text, extension] = [gln?.trim(), gln_extension?.trim()];
  const place = text ? placeFrom(text) : undefined;
  if (text && !place) return [{ path: 'gln', reason: 'gln' }];
  if (!extension) return [];
  if (!place) return [{ path: 'gln', reason: 'gln_of_extension' }];
  if (!glnExtension.test(extension)) return [{ path: 'gln_extension', reason: 'gln_extension' }];
  const contradicts = place.extension !== null && place.extension !== extension;
  return contradicts ? [{ path: 'gln_extension', reason: 'gln_extension_contradicts' }] : [];
}

/** The columns of a place's GLN: an SGLN is kept as its two parts. */
export function placeGlnColumns({ gln, gln_extension }: PlaceInput): {
  gln: string | null;
  gln_extension: string | null;
} {
  const place = gln ? placeFrom(gln.trim()) : undefined;
  return {
    gln: place?.gln ?? null,
    gln_extension: (place && (place.extension ?? gln_extension?.trim())) || null,
  };
}

/** The GLN of a party is 13 digits with a valid check digit. */
export const partyGlnProblems = ({ gln }: { readonly gln?: string | null }): Problem[] =>
  gln?.trim() && !isValidGln(gln.trim()) ? [{ path: 'gln', reason: 'gln' }] : [];
