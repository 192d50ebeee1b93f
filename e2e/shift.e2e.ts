import { factory } from '@suyuan/contract/plant/factory.ts';
import { team } from '@suyuan/contract/plant/shift/team.ts';
import { expect, signedIn, test } from './server.ts';

test.beforeAll(async ({ server }) => {
  const { id: factory_id } = await server.call(factory.add, { factory_code: 'JB', factory_name: '交接工厂' });
  const hours = { shift_start: '08:00', shift_end: '20:00' };
  await server.call(team.add, { team_code: 'JB-1', team_name: '早班一组', factory_id, ...hours });
});

test('the hand-over of a shift is prepared, signed, and left to another person', async ({ page, server }) => {
  await signedIn(page, server);
  await page.goto('/home/plant/production/shift');
  await page.getByRole('button', { name: '新建交接班' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: '班组' }).click();
  await page.getByTitle(/早班一组/).click();
  await dialog.getByRole('textbox', { name: '交接说明' }).fill('2 号封盖头已调整');
  await dialog.getByRole('button', { name: '新建交接班' }).click();
  const row = page.getByRole('row', { name: /早班一组/ });
  await expect(row).toContainText('待交班签字');
  await row.getByRole('button', { name: '交班签字' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '交班签字' }).click();
  await expect(row).toContainText('待接班签字');
  // Whoever left does not take over from themselves.
  await expect(row.getByRole('button', { name: '接班签字' })).toBeDisabled();
});
