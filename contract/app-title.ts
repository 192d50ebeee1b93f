/** The name of the product on every page. */
export const appTitle = '4.1.0追溯系统';

/** The title of the browser tab: the translated title of the page, followed by the name of the product. */
export const pageTitle = (title: string | undefined): string => (title ? `${title} - ${appTitle}` : appTitle);
