import { hour, minute } from '@suyuan/contract/durations.ts';

/** The time, position and camera in a picture's EXIF data. */
export interface CameraFacts {
  /** The time of the camera's clock, with an offset if the camera records one: `2026-03-01T10:20:30+08:00`. */
  readonly taken_at: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly camera: string | null;
}

const nothing: CameraFacts = { taken_at: null, latitude: null, longitude: null, camera: null };

/** Tags of TIFF and EXIF. */
const tag = {
  make: 0x010f,
  model: 0x0110,
  exif: 0x8769,
  gps: 0x8825,
  takenAt: 0x9003,
  offset: 0x9011,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
} as const;

/**
 * Parses an EXIF block; all facts are null if it is damaged. What cannot be true is no evidence: a date that is in no calendar, before
 * there was EXIF, or after `now`, and a position that is not on the earth.
 */
export function cameraFacts(block: Buffer | undefined, now = new Date()): CameraFacts {
  if (!block) return nothing;
  try {
    return read(now, block.subarray(block.toString('latin1', 0, 4) === 'Exif' ? 6 : 0));
  } catch {
    return nothing;
  }
}

function read(now: Date, tiff: Buffer): CameraFacts {
  const little = tiff.toString('latin1', 0, 2) === 'II';
  const u16 = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (little ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (u16(2) !== 42) return nothing;

  /** The entries of an image file directory, with the position of each value. */
  const directory = (start: number | undefined): Map<number, { at: number; count: number }> => {
    const entries = new Map<number, { at: number; count: number }>();
    if (start === undefined) return entries;
    for (let n = 0, many = u16(start); n < many; n++) {
      const entry = start + 2 + n * 12;
      const [type, count] = [u16(entry + 2), u32(entry + 4)];
      const size = ({ 2: 1, 3: 2, 4: 4, 5: 8 }[type] ?? 1) * count;
      entries.set(u16(entry), { at: size <= 4 ? entry + 8 : u32(entry + 8), count });
    }
    return entries;
  };
  const text = (entry: { at: number; count: number } | undefined) =>
    entry
      ? tiff
          .toString('utf8', entry.at, entry.at + Math.min(entry.count, 128))
          .split('\0')[0]
          ?.trim()
      : undefined;
  const degrees = (entry: { at: number } | undefined, ref: string | undefined): number | null => {
    if (!entry) return null;
    const part = (n: number) => u32(entry.at + n * 8) / u32(entry.at + n * 8 + 4);
    const [whole, minutes, seconds] = [part(0), part(1), part(2)];
    // A fraction of 0/0, which cameras write for what they do not know, is in no range.
    if (!(whole <= 180 && minutes < 60 && seconds < 60) || !/^[NSEW]$/.test(ref ?? '')) return null;
    const value = whole + minutes / 60 + seconds / 3600;
    return round(ref === 'S' || ref === 'W' ? -value : value);
  };
  const pointer = (entry: { at: number } | undefined) => (entry ? u32(entry.at) : undefined);

  const main = directory(u32(4));
  const exif = directory(pointer(main.get(tag.exif)));
  const gps = directory(pointer(main.get(tag.gps)));
  const latitude = degrees(gps.get(tag.latitude), text(gps.get(tag.latitudeRef)));
  const longitude = degrees(gps.get(tag.longitude), text(gps.get(tag.longitudeRef)));
  const isOnEarth = latitude !== null && longitude !== null && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // Zeros stand for a position that was not found.
  const isPlace = isOnEarth && (latitude !== 0 || longitude !== 0);
  const camera = [text(main.get(tag.make)), text(main.get(tag.model))].filter(Boolean).join(' ');
  return {
    taken_at: momentOf(text(exif.get(tag.takenAt)), text(exif.get(tag.offset)), now),
    latitude: isPlace ? latitude : null,
    longitude: isPlace ? longitude : null,
    camera: camera.replaceAll(/[^\p{L}\p{N}\p{P}\p{Zs}]/gu, '').slice(0, 100) || null,
  };
}

const round = (value: number): number => Math.round(value * 1e6) / 1e6;

/** EXIF was published in 1995. */
const firstYear = 1995;
const maxOffset = 14 * 60;

/** Converts `2026:03:01 10:20:30` and `+08:00` to ISO 8601; null if there is no such moment, or it has not come yet. */
function momentOf(text: string | undefined, offset: string | undefined, now: Date): string | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) ((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)$/.exec(text ?? '');
  if (!parts) return null;
  const [, year, month, day, time] = parts;
  const local = `${year}-${month}-${day}T${time}`;
  const clock = new Date(`${local}Z`);
  // Days that a month does not have are counted on into the next one.
  if (Number(year) < firstYear || Number.isNaN(clock.getTime()) || !clock.toISOString().startsWith(local)) return null;
  const minutes = offsetOf(offset);
  // Without an offset, the clock may be that of any time zone. An hour is left to clocks that are fast.
  const earliest = clock.getTime() - (minutes ?? maxOffset) * minute;
  if (earliest > now.getTime() + hour) return null;
  return minutes === undefined ? local : `${local}${offset}`;
}

/** The minutes of an offset such as `+08:00`; undefined if it is none that any place has. */
function offsetOf(offset: string | undefined): number | undefined {
  const [, sign, hours, rest] = /^([+-])(\d\d):([0-5]\d)$/.exec(offset ?? '') ?? [];
  const minutes = Number(hours) * 60 + Number(rest);
  if (sign === undefined || minutes > maxOffset) return undefined;
  return sign === '-' ? -minutes : minutes;
}
