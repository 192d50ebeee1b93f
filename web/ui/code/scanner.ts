import { create } from 'zustand';

const place = 'scan.scanner';

/** Whether a scanner that acts as a keyboard was used in this browser. */
const useScanner = create<{ readonly isUsed: boolean }>()(() => ({ isUsed: localStorage.getItem(place) !== null }));

export const useHasScanner = (): boolean => useScanner(({ isUsed }) => isUsed);

export function noteScanner(): void {
  if (useScanner.getState().isUsed) return;
  useScanner.setState({ isUsed: true });
  try {
    localStorage.setItem(place, 'used');
  } catch {
    // The browser refuses storage: it is found out again next time.
  }
}
