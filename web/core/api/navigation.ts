/** What the page that a failed call leads to shows of it. */
export interface LedBy {
  readonly requestId?: string | undefined;
}

type Navigate = (path: string, ledBy?: LedBy) => void;

let navigate: Navigate = (path) => window.location.assign(path);

/** Registers the router, so that code outside of React can navigate without reloading the page. */
export const navigateWith = (router: Navigate): void => {
  navigate = router;
};

export const goTo: Navigate = (path, ledBy) => navigate(path, ledBy);
