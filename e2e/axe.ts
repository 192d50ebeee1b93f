import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** What can come out otherwise where only the colours are others. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page, or in the part of it that is named; with `rules`, by these only. */
export async function axeFindings(page: Page, within?: string, rules?: string[]): Promise<string[]> {
  const axe = await axeOn(page);
  // Told is what is wrong, not all that was looked at; no rule that asks for style sheets is among those that run.
  axe.options({ resultTypes: ['violations'], preload: { assets: ['media'] } });
  if (within) axe.include(within);
  if (rules) axe.withRules(rules);
  await page.evaluate(markAlike, alike);
  axe.exclude(`[${alike}]`);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary}`),
  );
}

/**
 * What several frames find is put together on a page that is opened for it each time. A page without frames is spared that,
 * and gets the half megabyte of axe once, for all questions that follow.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page });
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode();
}

const alike = 'data-alike';

/**
 * Rows of a list and its items are drawn by one piece of code, and most of what axe does is to see each against its ground.
 * Those that differ from one before them in nothing but what is written in them, and where that leads, are marked.
 */
function markAlike(mark: string): void {
  const written = new Set([
    'id',
    'for',
    'href',
    'src',
    'alt',
    'title',
    'value',
    'datetime',
    'aria-label',
    'data-row-key',
  ]);
  const isBlank = (text: string | null) => (text ?? '').trim() === '';
  const shapeOf = (node: Node): string => {
    if (!(node instanceof Element)) return node instanceof Text && !isBlank(node.data) ? '…' : '';
    const attributes = [...node.attributes].map(({ name, value }) =>
      written.has(name) ? `${name}${isBlank(value) ? '' : '…'}` : `${name}=${value}`,
    );
    return `<${node.localName} ${attributes.toSorted().join(' ')}>${[...node.childNodes].map(shapeOf).join('')}</>`;
  };
  for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark);
  const seen = new Map<Element | null, Set<string>>();
  for (const one of document.querySelectorAll('tr, li')) {
    if (one.parentElement?.closest(`[${mark}]`)) continue;
    const shapes = seen.get(one.parentElement) ?? new Set();
    seen.set(one.parentElement, shapes);
    const shape = shapeOf(one);
    if (shapes.has(shape)) one.setAttribute(mark, '');
    shapes.add(shape);
  }
}
