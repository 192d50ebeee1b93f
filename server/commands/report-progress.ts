import type { Report } from '#platform/backup/progress.ts';

/** Prints progress: a line that replaces itself on a terminal, lines of JSON for scripts, and nothing otherwise. */
export function reporting(isJson: boolean): Report {
  if (isJson)
    return ({ step, share, left }) =>
      printJson('progress', { step, share: round(share), seconds_left: left && Math.round(left) });
  if (!process.stderr.isTTY) return () => {};
  return ({ step, share, left }) => {
    const time = left === undefined ? '' : `, ${clock(left)} left`;
    process.stderr.write(`\r\u001b[K${Math.floor(share * 100)} %${time} (${step})`);
  };
}

/** Ends the line of the progress. */
export function endProgress(isJson: boolean): void {
  if (!isJson && process.stderr.isTTY) process.stderr.write('\r\u001b[K');
}

export function printJson(event: string, values: object): void {
  console.log(JSON.stringify({ event, ...values }));
}

const round = (share: number): number => Math.round(share * 1000) / 1000;

function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** Bytes in the unit that people read them in. */
export function inBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const power = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`;
}
