import { isIP } from 'node:net';
import { textId } from '../identity/imported-codes.ts';
import type { RuleBook } from '../identity/rule-book.ts';
import { keptText } from '../identity/scanned-text.ts';
import { statedGtin } from '../identity/stated-gtin.ts';
import { GroupCommit } from '../platform/database/group-commit.ts';
import { type Device, deviceOf } from '../platform/http/device.ts';
import type { Services } from '../platform/services.ts';
import type { AddressGuard } from './address-guard.ts';
import { type OwnScan, openOwnScans, sealOwnScans } from './own-scans.ts';
import { lookUp, type RecordedScan, recordScans, type Scan } from './scan-record.ts';

/** Who asks. */
export interface ScanSource {
  readonly ip: string | undefined;
  readonly userAgent: string;
  /** What the device was given with earlier answers. */
  readonly remembered?: string | undefined;
}

/** A scan on record, and what the device is to remember from now on; undefined where that is what it was. */
export interface AnsweredScan extends RecordedScan {
  readonly remembered: string | undefined;
}

/** A scan as it came in. */
interface Asking extends Omit<ScanSource, 'remembered'> {
  readonly own?: readonly OwnScan[];
  readonly text: string;
  readonly at: Date;
}

/** More than wait for a second or so are sent away: an answer that comes late is asked for twice. */
const mostWaiting = 3000;

/** Answers consumers' scans: recorded in groups, answered after the commit. */
export class ScanDesk {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #guard: AddressGuard;
  readonly #group: GroupCommit<Asking, RecordedScan>;
  readonly #devices = new Map<string, Device>();

  constructor(services: Services, rules: RuleBook, guard: AddressGuard) {
    this.#services = services;
    this.#rules = rules;
    this.#guard = guard;
    this.#group = new GroupCommit(async (askings) => recordScans(services.system.sql, await this.#readMany(askings)), {
      limit: mostWaiting,
    });
  }

  /** `text` is what was printed, typed or scanned; a URL or an element string will do. */
  async scan(text: string, { remembered, ...from }: ScanSource, at: Date = new Date()): Promise<AnsweredScan> {
    const own = openOwnScans(this.#services.masterKey, remembered, at.getTime());
    const scan = await this.#guard.watch(
      from.ip,
      () => this.#group.add({ text, ip: from.ip, userAgent: from.userAgent, own, at }),
      ({ answer }) => answer.verdict === 'unknown',
    );
    return { ...scan, remembered: this.#toRemember(scan, own, at) };
  }

  /** Of an unknown code nothing is remembered: whether two texts are one code would tell how codes are made. */
  #toRemember(
    { answer, askedBefore, codeId, nth }: RecordedScan,
    own: readonly OwnScan[],
    at: Date,
  ): string | undefined {
    if (askedBefore !== undefined || answer.verdict === 'unknown') return undefined;
    return sealOwnScans(this.#services.masterKey, [{ codeId, nth, at: at.getTime() }, ...own]);
  }

  /** What a scan would be answered now. Nothing is recorded, and nothing counts. */
  async look(text: string): ReturnType<typeof lookUp> {
    const [scan] = await this.#readMany([{ text, ip: undefined, userAgent: '', at: new Date() }]);
    return lookUp(this.#services.system.sql, scan as Scan);
  }

  /** Reads the codes of a group together. */
  async #readMany(askings: Asking[]): Promise<Scan[]> {
    const texts = askings.map(({ text }) => text);
    const found = await this.#rules.find(this.#services.system.sql, texts);
    return askings.map(({ text, ip, userAgent, own, at }, index) => {
      const code = found[index];
      const kept = keptText(text);
      const codeId = code?.id ?? textId(kept);
      return {
        codeId,
        before: own?.find((scan) => scan.codeId === codeId),
        text: code?.code ?? kept,
        statedGtin: statedGtin(text),
        at,
        ip: this.#addressKept(ip),
        region: this.#services.regions.find(ip ?? ''),
        device: this.#deviceOf(userAgent),
      };
    });
  }

  /** None at all where none is wished for; nor what is no address: a proxy may have written anything. */
  #addressKept(ip: string | undefined): string {
    const address = ip?.split('%')[0] ?? '';
    return this.#services.config.scanIpDays > 0 && isIP(address) > 0 ? address : '';
  }

  /** Most phones are of few kinds, and telling the kind costs more than deciphering the code. */
  #deviceOf(userAgent: string): Device {
    const device = this.#devices.get(userAgent) ?? deviceOf(userAgent);
    if (this.#devices.size >= 5000) this.#devices.clear();
    this.#devices.set(userAgent, device);
    return device;
  }
}
