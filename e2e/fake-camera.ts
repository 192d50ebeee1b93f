import type { Page } from '@playwright/test';
import bwip from 'bwip-js/node';
import sharp from 'sharp';

/** A picture of a symbol as a phone sees it on a table: small, slightly turned, grey and not quite sharp. */
export async function photoOf(bcid: string, text: string): Promise<string> {
  const size = bcid === 'ean13' || bcid === 'gs1-128' ? { height: 18 } : {};
  const symbol = await bwip.toBuffer({ bcid, text, scale: 3, backgroundcolor: 'e4e4de', padding: 6, ...size });
  const turned = await sharp(symbol).rotate(6, { background: '#e4e4de' }).png().toBuffer();
  const table = sharp({ create: { width: 1280, height: 720, channels: 3, background: '#8a8172' } });
  const photo = await table
    .composite([{ input: turned, left: 320, top: 160 }])
    .jpeg({ quality: 70 })
    .toBuffer();
  const blurred = await sharp(photo).blur(0.8).jpeg({ quality: 70 }).toBuffer();
  return `data:image/jpeg;base64,${blurred.toString('base64')}`;
}

/** Removes the browser's own reader, and fakes a camera that shows the given picture. */
export async function withCamera(page: Page): Promise<(picture: string) => Promise<void>> {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'BarcodeDetector');
    const seen = Object.assign(new Image(), { id: 'seen' });
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
      const draw = () => {
        if (seen.complete && seen.naturalWidth > 0) canvas.getContext('2d')?.drawImage(seen, 0, 0);
        requestAnimationFrame(draw);
      };
      draw();
      return canvas.captureStream();
    };
    Object.assign(globalThis, { show: (picture: string) => Object.assign(seen, { src: picture }) });
  });
  return (picture) =>
    page.evaluate((shown) => void (globalThis as unknown as { show(src: string): void }).show(shown), picture);
}
