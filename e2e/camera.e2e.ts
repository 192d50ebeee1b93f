import type { Page } from '@playwright/test';
import bwip from 'bwip-js/node';
import sharp from 'sharp';
import { expect, signedIn, test } from './server.ts';

test.beforeEach(({ page, server }) => signedIn(page, server));

/** A picture of a symbol as a phone sees it on a table: small, slightly turned, grey and not quite sharp. */
async function photoOf(bcid: string, text: string): Promise<string> {
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
async function withCamera(page: Page): Promise<(picture: string) => Promise<void>> {
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

test('reads every symbol of labels in a browser without a barcode reader', async ({ page, server }) => {
  const show = await withCamera(page);
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(server.url)) foreign.push(url);
  });
  await page.goto('/customerinquire');
  const field = page.getByRole('textbox', { name: '要查询的码' });
  for (const [bcid, text, read] of [
    ['qrcode', 'https://example.com/c?code=6900000000017', 'https://example.com/c?code=6900000000017'],
    ['datamatrix', 'CAMERA-0001', 'CAMERA-0001'],
    ['gs1-128', '(00)369012345600000016', '00369012345600000016'],
    ['ean13', '6901234567892', '6901234567892'],
  ] as const) {
    await show(await photoOf(bcid, text));
    await page.getByRole('button', { name: '摄像头扫码' }).click();
    await expect(field).toHaveValue(read);
    // The code is looked up at once, and the camera is turned off.
    await expect(page.getByRole('button', { name: '摄像头扫码' })).toHaveAttribute('aria-pressed', 'false');
  }
  expect(foreign).toEqual([]);
});

test('prefers the code of a bottle to the bar code of its product', async ({ page }) => {
  const show = await withCamera(page);
  const [bars, code] = await Promise.all([photoOf('ean13', '6901234567892'), photoOf('datamatrix', 'CAMERA-0002')]);
  const [left, right] = await Promise.all(
    [bars, code].map((one) =>
      sharp(Buffer.from(one.split(',')[1] as string, 'base64'))
        .resize(640, 720, { fit: 'cover' })
        .toBuffer(),
    ),
  );
  const both = await sharp({ create: { width: 1280, height: 720, channels: 3, background: '#8a8172' } })
    .composite([
      { input: left as Buffer, left: 0, top: 0 },
      { input: right as Buffer, left: 640, top: 0 },
    ])
    .jpeg()
    .toBuffer();
  await page.goto('/informationinquiry');
  await show(`data:image/jpeg;base64,${both.toString('base64')}`);
  await page.getByRole('button', { name: '摄像头扫码' }).click();
  await expect(page.getByRole('textbox', { name: '扫描或粘贴一个码' })).toHaveValue('CAMERA-0002');
});

test('reports that the reader failed to load, and turns the camera off', async ({ page }) => {
  const show = await withCamera(page);
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('/customerinquire');
  await show(await photoOf('datamatrix', 'CAMERA-0003'));
  await page.getByRole('button', { name: '摄像头扫码' }).click();
  await expect(page.getByText('读码程序没有加载成功，请检查网络后重新打开摄像头')).toBeVisible();
});
