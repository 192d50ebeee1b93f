/**
 * Shows the page in another language without a navigation. The link leads to the same answer, so no scan is counted again; the
 * URL stays the same.
 */
export function switchInPlace(shown: () => void): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
    link.addEventListener('click', (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      fetch(link.href, { credentials: 'same-origin' })
        .then((response) => (response.ok ? response.text() : Promise.reject(response)))
        .then((html) => show(html, link.lang))
        .then(shown)
        .catch(() => location.assign(link.href));
    });
  }
}

/** Closes the language menu on a click outside of it, or on Escape. */
export function closeMenu(): void {
  const close = (keep: (menu: Element) => boolean) => {
    const menu = document.querySelector('.languages[open]');
    if (menu && !keep(menu)) menu.removeAttribute('open');
  };
  document.addEventListener('click', ({ target }) => close((menu) => menu.contains(target as Node)));
  document.addEventListener('keydown', ({ key }) => close(() => key !== 'Escape'));
}

function show(html: string, language: string): void {
  const next = new DOMParser().parseFromString(html, 'text/html');
  const page = next.querySelector('.page');
  if (!page) throw new Error('no page');
  document.querySelector('.page')?.replaceWith(page);
  document.documentElement.lang = next.documentElement.lang;
  document.title = next.title;
  document.querySelector<HTMLElement>('.languages summary')?.focus();
  const here = new URL(location.href);
  here.searchParams.set('lang', language);
  history.replaceState(null, '', here.href);
}
