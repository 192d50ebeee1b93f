type Navigate = (path: string) => void;

let navigate: Navigate = (path) => window.location.assign(path);

/** The router lends its navigation, so that a refused call can change the page without loading it anew. */
export const navigateWith = (router: Navigate): void => {
  navigate = router;
};

export const goTo: Navigate = (path) => navigate(path);
