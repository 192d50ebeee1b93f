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
  for (const [size, suffix] of suffixes) {
    if (Math.abs(value) >= size) return Number((value / size).toFixed(digits)) + suffix;
  }
  return String(value);
}
