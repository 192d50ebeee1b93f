/**
 * A text that is not a code, as it is stored and found again. PostgreSQL cannot store NUL: one in a URL must not fail the other
 * scans of its group.
 */
export const keptText = (scanned: string): string => scanned.trim().slice(0, 200).replaceAll('\0', '\ufffd');
