/**
 * A text that is no code of ours as it is kept, and by which it is found again. PostgreSQL keeps no NUL: one in a URL must
 * not fail the scans of others that are written with it.
 */
export const keptText = (scanned: string): string => scanned.trim().slice(0, 200).replaceAll('\0', '\ufffd');
