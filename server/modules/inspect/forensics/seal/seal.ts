import { createHash } from 'node:crypto';
import type { Link } from '@suyuan/contract/inspect/case/forensic-case.ts';

/** The data that a seal is computed over. */
export interface SealedFacts {
  readonly case_no: string;
  readonly code: string | null;
  readonly dealer_id: number | null;
  readonly place: string | null;
  readonly area_code: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly found_at: string;
  readonly note: string | null;
  readonly chain: readonly Link[];
  readonly created_by: number;
  readonly created_at: string;
  readonly sealed_by: number;
  readonly sealed_at: string;
  readonly photos: readonly {
    readonly hash: string;
    readonly bytes: number;
    readonly taken_at: string | null;
    readonly latitude: number | null;
    readonly longitude: number | null;
    readonly camera: string | null;
    readonly added_by: number;
    readonly added_at: string;
  }[];
}

/** SHA-256 of the facts as canonical JSON, so that anybody who has the facts can compute it again. */
export const sealOf = (facts: SealedFacts): string => createHash('sha256').update(canonical(facts)).digest('hex');

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** JSON with the members of all objects sorted by name. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}
