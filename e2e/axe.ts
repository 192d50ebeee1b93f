import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The rules whose result depends on the colour scheme. */
export const rulesOfColours = ['color-contrast', 'link-in-text-block'];

/** Returns what axe finds on the page, or within a selector; with `rules`, by these rules only. */
export async function axeFindings(page: Page, within?: string, rules?: string[]): Promise<string[]> {
  const axe = await axeOn(page);
  // Only violations are reported, not everything checked; none of the rules needs style sheets to be preloaded.
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
 * For a page with several frames, axe opens a new page at each run to combine the results. Without frames, legacy mode avoids
 * that, and axe's half megabyte is injected only once per page.
 */
async function axeOn(page: Page): Promise<AxeBuilder> {
  if (page.frames().length > 1) return new AxeBuilder({ page });
  const isThere = await page.evaluate(() => 'axe' in window);
  return new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode();
}

const alike = 'data-alike';

/**
 * Marks elements, such as list rows, that differ from an earlier one only in their texts and links, so that axe skips them:
 * most of its time goes into checking the contrast of each element.
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
