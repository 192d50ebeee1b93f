import { expect, type Locator, type Page } from '@playwright/test';
import { pageAnswersId } from '../contract/call/page-answers.ts';

export const menu = (page: Page): Locator => page.getByRole('navigation', { name: '主菜单' });
export const tabs = (page: Page): Locator => page.getByRole('navigation', { name: '已打开的页面' });

/** Opens a screen through the header search, wherever it stands in the tree. The page is not loaded anew. */
export async function openScreen(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: '搜索页面' }).click();
  await page.getByRole('combobox', { name: '搜索页面' }).fill(title);
  await page.getByRole('option', { name: new RegExp(`(^|› )${title}\\s*/`) }).click();
  await expect(tabs(page).getByRole('link', { name: title })).toHaveAttribute('aria-current', 'page');
}

/** Goes on as the router does, without loading the page anew. */
export async function goOn(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Screens stay in the page behind their tabs: each that is asked about anything would be asked about with all before it. */
export async function closeOthers(page: Page): Promise<void> {
  const others = page.locator('.tabs li:not([data-active]) > button');
  await others.evaluateAll((all) => all.map((button) => (button as HTMLButtonElement).click()));
}

/** Pages bring no answers along: the console makes every call by itself, so that a test can answer it. */
export async function withoutAnswers(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(new RegExp(`(id="${pageAnswersId}">)[^<]*`), '$1{}');
    return route.fulfill({ response, body });
  });
}
