const setting = 'handheld.clockAhead';

/** Keeps how far the clock of this handheld is ahead, measured at a contact with the server. */
export function keepClock(serverTime: string): void {
  localStorage.setItem(setting, `${Date.now() - Date.parse(serverTime)}`);
}

/** A time of this handheld, in milliseconds, by the clock of the server. */
export const serverTime = (at: number): string => new Date(at - clockAhead()).toISOString();

const clockAhead = (): number => Number(localStorage.getItem(setting)) || 0;

/** The day by the clock of the server, where the handheld is: that of a handheld may be wrong by days. */
export function serverDay(): string {
  const now = new Date(Date.now() - clockAhead());
  const two = (part: number) => `${part}`.padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
