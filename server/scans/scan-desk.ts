import { isIP } from 'node:net';
import { minute } from '@suyuan/contract/durations.ts';
import { keptText, textId } from '#identity/imported-codes.ts';
import type { RuleBook } from '#identity/rule-book.ts';
import { isWorthRepeating } from '#platform/database/database.ts';
import { GroupCommit } from '#platform/database/group-commit.ts';
import { type Device, deviceOf } from '#platform/http/device.ts';
import type { MasterKey } from '#platform/secrets/master-key.ts';
import type { Services } from '#platform/services.ts';
import type { AddressGuard } from './address-guard.ts';
import { lookUp, type OwnScan, type RecordedScan, recordScans, type Scan } from './scan-record.ts';

/** Where a scan comes from. */
interface ScanSource {
  readonly ip: string | undefined;
  readonly userAgent: string;
  /** The encrypted memory that the device got with earlier answers (`own-scans.ts`). */
  readonly remembered?: string | undefined;
}

/** A recorded scan, with the new memory of the device; undefined if that is unchanged. */
interface AnsweredScan extends RecordedScan {
  readonly remembered: string | undefined;
}

/** A scan that waits for its group. */
interface WaitingScan extends Omit<ScanSource, 'remembered'> {
  readonly own?: readonly OwnScan[];
  readonly text: string;
  readonly at: Date;
}

/**
 * The most waiting scans, about as many as are answered in a second. More are refused with 503, since people would only ask
 * again.
 */
const maxWaiting = 3000;
/** Seconds after which a person with a phone has given up. */
const patience = 5;

/** Takes consumers' scans: records them in groups, and answers each after the commit. */
export class ScanDesk {
  readonly #services: Services;
  readonly #rules: RuleBook;
  readonly #guard: AddressGuard;
  readonly #group: GroupCommit<WaitingScan, RecordedScan>;
  readonly #devices = new Map<string, Device>();

  constructor(services: Services, rules: RuleBook, guard: AddressGuard) {
    this.#services = services;
    this.#rules = rules;
    this.#guard = guard;
    this.#group = new GroupCommit(
      async (batch) => recordScans(services.system.anonymous.sql, await this.#readMany(batch)),
      {
        limit: maxWaiting,
        patience,
        isWorthRepeating,
        committed: (size) => services.metrics.committed('scans', size),
      },
    );
    services.metrics.watchGroup('scans', () => this.#group.waiting);
  }

  /**
   * Records a scan and resolves to its answer. `text` is what was printed, typed or scanned, including URLs and element
   * strings. Throws 429 for a network that guesses, 503 under overload.
   */
  async scan(text: string, { remembered, ...from }: ScanSource, at: Date = new Date()): Promise<AnsweredScan> {
    const start = performance.now();
    const own = openOwnScans(this.#services.masterKey, remembered, at.getTime());
    const scan = await this.#guard.watch(
      from.ip,
      () => this.#group.add({ text, ip: from.ip, userAgent: from.userAgent, own, at }),
      ({ answer }) => answer.verdict === 'unknown',
    );
    this.#services.metrics.scanned(scan.answer.verdict, performance.now() - start);
    return { ...scan, remembered: this.#toRemember(scan, own, at) };
  }

  /** Unknown codes are not remembered: whether two texts count as the same code would reveal how codes are made. */
  #toRemember(
    { answer, scannedBefore, codeId, nth }: RecordedScan,
    own: readonly OwnScan[],
    at: Date,
  ): string | undefined {
    if (scannedBefore !== undefined || answer.verdict === 'unknown') return undefined;
    return sealOwnScans(this.#services.masterKey, [{ codeId, nth, at: at.getTime() }, ...own]);
  }

  /** The answer that a scan would get now; nothing is recorded or counted. */
  async look(text: string): ReturnType<typeof lookUp> {
    const [scan] = await this.#readMany([{ text, ip: undefined, userAgent: '', at: new Date() }]);
    return lookUp(this.#services.system.anonymous.sql, scan as Scan);
  }

  /** Resolves the codes of a group together. */
  async #readMany(batch: WaitingScan[]): Promise<Scan[]> {
    const texts = batch.map(({ text }) => text);
    const codes = await this.#rules.find(this.#services.system.anonymous.sql, texts);
    return batch.map(({ text, ip, userAgent, own, at }, index) => {
      const code = codes[index];
      const excerpt = keptText(text);
      const codeId = code?.id ?? textId(excerpt);
      return {
        codeId,
        before: own?.find((scan) => scan.codeId === codeId),
        text: code?.code ?? excerpt,
        statedGtin: code?.statedGtin,
        at,
        ip: this.#addressKept(ip),
        region: this.#services.regions.find(ip ?? ''),
        device: this.#deviceOf(userAgent),
      };
    });
  }

  /** The address to be stored: none if addresses are not to be kept, or if a proxy sent something else. */
  #addressKept(ip: string | undefined): string {
    const address = ip?.split('%')[0] ?? '';
    return this.#services.config.scanIpDays > 0 && isIP(address) > 0 ? address : '';
  }

  /** Cached, since parsing a user agent costs more than deciphering the code, and most phones are of few kinds. */
  #deviceOf(userAgent: string): Device {
    const device = this.#devices.get(userAgent) ?? deviceOf(userAgent);
    if (this.#devices.size >= 5000) this.#devices.clear();
    this.#devices.set(userAgent, device);
    return device;
  }
}

/** A second look at a code within this time, in milliseconds, belongs to the same visit and counts as no new scan. */
export const visitLength = 30 * minute;

const purpose = 'own scans';
const maxRemembered = 16;
/** Bytes of one scan: code id (8), ordinal number (4), seconds (4). */
const bytesEach = 16;

/**
 * Encrypts the scans that a device remembers (with authentication, so they can neither be read nor forged). They contain codes
 * and times, and nothing about the person.
 */
export function sealOwnScans(key: MasterKey, scans: readonly OwnScan[]): string {
  const newest = scans.slice(0, maxRemembered);
  const bytes = Buffer.alloc(newest.length * bytesEach);
  newest.forEach(({ codeId, nth, at }, index) => {
    bytes.writeBigInt64BE(BigInt(codeId), index * bytesEach);
    bytes.writeUInt32BE(Math.min(nth, 0xffff_ffff), index * bytesEach + 8);
    bytes.writeUInt32BE(Math.floor(at / 1000), index * bytesEach + 12);
  });
  return key.seal(bytes, purpose).toString('base64url');
}

/** Decrypts them: those of the last half hour, latest first; none if the text is not authentic. */
export function openOwnScans(key: MasterKey, sealedText: string | undefined, now: number): readonly OwnScan[] {
  const bytes = sealedText === undefined ? undefined : unsealed(key, sealedText);
  if (!bytes) return [];
  const scans = Array.from({ length: Math.floor(bytes.length / bytesEach) }, (_, index) => ({
    codeId: Number(bytes.readBigInt64BE(index * bytesEach)),
    nth: bytes.readUInt32BE(index * bytesEach + 8),
    at: bytes.readUInt32BE(index * bytesEach + 12) * 1000,
  }));
  return scans.filter(({ at }) => now - at < visitLength);
}

function unsealed(key: MasterKey, sealedText: string): Buffer | undefined {
  try {
    return key.unseal(Buffer.from(sealedText, 'base64url'), purpose);
  } catch {
    return undefined;
  }
}
