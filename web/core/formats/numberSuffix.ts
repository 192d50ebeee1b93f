const suffixes = [
  [1e18, 'E'],
  [1e15, 'P'],
  [1e12, 'T'],
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
] as const;

/** A large number in few characters: 1234567 with one digit is 1.2M. Zeros at the end are left out. */
export function numberSuffix(value: number, digits = 1): string {
  const at = suffixes.findIndex(([size]) => Math.abs(value) >= size);
  const written = ([size, suffix]: (typeof suffixes)[number]) => Number((value / size).toFixed(digits)) + suffix;
  const [fitting, larger] = [suffixes[at], suffixes[at - 1]];
  if (!fitting) return String(value);
  // Rounded, it may need the next suffix: 999950 is 1M, not 1000k.
  return larger && Math.abs(Number((value / fitting[0]).toFixed(digits))) >= 1000 ? written(larger) : written(fitting);
}
