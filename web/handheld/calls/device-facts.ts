import { database } from '../storage/database.ts';

/** What Chromium tells of the device; other browsers lack parts of it. */
interface Told {
  readonly userAgentData?: {
    getHighEntropyValues(hints: readonly string[]): Promise<{ readonly model?: string }>;
  };
  getBattery?(): Promise<{ readonly level: number }>;
}

export interface DeviceFacts {
  readonly name?: string;
  readonly model?: string;
  /** From 0 to 1. */
  readonly battery?: number;
}

/** What is known of this handheld: the name that people gave it, its model and battery. */
export async function deviceFacts(): Promise<DeviceFacts> {
  const browser = navigator as Told;
  const [name, high, battery] = await Promise.all([
    deviceName(),
    browser.userAgentData?.getHighEntropyValues(['model']).catch(() => undefined),
    browser.getBattery?.().catch(() => undefined),
  ]);
  return {
    ...(name && { name }),
    ...(high?.model && { model: high.model }),
    ...(battery && { battery: battery.level }),
  };
}

/** The name that people gave this handheld. */
export const deviceName = async (): Promise<string | undefined> => (await database()).get('device', 'name');

export async function nameDevice(name: string): Promise<void> {
  await (await database()).put('device', name, 'name');
}
