type Navigate = (path: string) => void;

let navigate: Navigate = (path) => window.location.assign(path);

/** Registers the router, so that code outside of React can navigate without reloading the page. */
export const navigateWith = (router: Navigate): void => {
  navigate = router;
};

export const goTo: Navigate = (path) => navigate(path);
