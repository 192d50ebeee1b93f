/** What the product is called on every page, whoever it is for. */
export const appTitle = '4.1.0追溯系统';

/** The title of the browser's tab: the translated title of the page and that of the product. */
export const pageTitle = (title: string | undefined): string => (title ? `${title} - ${appTitle}` : appTitle);
