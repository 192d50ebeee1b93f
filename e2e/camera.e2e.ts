import sharp from 'sharp';
import { photoOf, withCamera } from './fake-camera.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeEach(({ page, server }) => signedIn(page, server));

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
