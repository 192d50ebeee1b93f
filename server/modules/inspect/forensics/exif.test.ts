import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cameraFacts } from './exif.ts';

const now = new Date('2026-03-02T12:00:00Z');

/** What is read of a photo that says so much of itself. */
async function factsOf(ifd2: Record<string, string>, ifd3: Record<string, string> = {}) {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } });
  const photo = await picture
    .withExif({ IFD0: { Model: 'Phone' }, IFD2: ifd2, IFD3: ifd3 })
    .jpeg()
    .toBuffer();
  return cameraFacts((await sharp(photo).metadata()).exif, now);
}
const takenAt = async (DateTimeOriginal: string, offset?: string) =>
  (await factsOf({ DateTimeOriginal, ...(offset ? { OffsetTimeOriginal: offset } : {}) })).taken_at;

describe('the time of a photo', () => {
  test('is read from the camera', async () => {
    expect(await takenAt('2026:03:01 10:20:30', '+08:00')).toBe('2026-03-01T10:20:30+08:00');
    expect(await takenAt('2026:03:01 10:20:30')).toBe('2026-03-01T10:20:30');
    expect(await takenAt('2024:02:29 00:00:00', '-03:30')).toBe('2024-02-29T00:00:00-03:30');
  });

  test.each([
    '0000:00:00 00:00:00',
    '2026:00:01 10:20:30',
    '2026:02:29 10:20:30',
    '2026:02:31 10:20:30',
    '2026:13:01 10:20:30',
    '2026:03:01 24:00:00',
    '2026:03:01 10:60:30',
    '2026:03:01 99:99:99',
    '1970:01:01 00:00:00',
    '9999:12:31 23:59:59',
    '2026:03:04 10:20:30',
    '    :  :     :  :  ',
  ])('is missing for a clock of %s', async (clock) => {
    expect(await takenAt(clock)).toBeNull();
  });

  test('is missing if it is in the future where it was taken', async () => {
    expect(await takenAt('2026:03:02 20:00:00', '+08:00')).toBe('2026-03-02T20:00:00+08:00');
    expect(await takenAt('2026:03:02 20:00:00', '-08:00')).toBeNull();
  });

  test.each(['+99:00', '+08:99', '+15:00', 'Z'])('has no offset that no place has: %s', async (offset) => {
    expect(await takenAt('2026:03:01 10:20:30', offset)).toBe('2026-03-01T10:20:30');
  });
});

describe('the place of a photo', () => {
  const placeOf = async (latitude: string, longitude: string, [north, east] = ['N', 'E']) => {
    const gps = { GPSLatitudeRef: north, GPSLatitude: latitude, GPSLongitudeRef: east, GPSLongitude: longitude };
    const facts = await factsOf({}, gps as Record<string, string>);
    return [facts.latitude, facts.longitude];
  };

  test('is read from the camera', async () => {
    expect(await placeOf('31/1 12/1 0/1', '121/1 30/1 0/1')).toEqual([31.2, 121.5]);
    expect(await placeOf('31/1 12/1 0/1', '121/1 30/1 0/1', ['S', 'W'])).toEqual([-31.2, -121.5]);
  });

  test.each([
    ['91/1 0/1 0/1', '121/1 0/1 0/1'],
    ['31/1 0/1 0/1', '181/1 0/1 0/1'],
    ['31/1 75/1 0/1', '121/1 0/1 0/1'],
    ['31/1 0/1 99/1', '121/1 0/1 0/1'],
    ['0/0 0/0 0/0', '121/1 0/1 0/1'],
    ['31/0 0/1 0/1', '121/1 0/1 0/1'],
    ['0/1 0/1 0/1', '0/1 0/1 0/1'],
  ])('is missing for %s, %s', async (latitude, longitude) => {
    expect(await placeOf(latitude, longitude)).toEqual([null, null]);
  });
});
