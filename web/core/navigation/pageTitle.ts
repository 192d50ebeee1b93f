export const appTitle = '4.1.0追溯系统';

/** The title of the browser's tab: the translated title of the route and that of the product. */
export const pageTitle = (routeTitle: string | undefined): string =>
  routeTitle ? `${routeTitle} - ${appTitle}` : appTitle;
