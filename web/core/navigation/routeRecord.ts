/** The properties of a route for the guard, the sidebar, the tabs and the search. */
export interface RouteMeta {
  /** Translation key. */
  readonly title?: string;
  readonly icon?: string;
  /** Roles of which one is needed to enter; everyone may if left out. */
  readonly roles?: readonly string[];
  /** Its tab is pinned: always there, never closed. */
  readonly affix?: boolean;
  /** Its screen is unmounted while another tab is shown. */
  readonly noCache?: boolean;
  /** Not listed in the sidebar and the search. */
  readonly hidden?: boolean;
  /** Shown as a group in the sidebar even with a single visible child. */
  readonly alwaysShow?: boolean;
  /** Key of the route that the sidebar marks while this one is shown. */
  readonly activeMenu?: string;
}

export interface RouteRecord {
  /** The route's name, its role and its key in the menu. */
  readonly name: string;
  /** An absolute path, or an external URL. */
  readonly path: string;
  readonly meta: RouteMeta;
  readonly children?: readonly RouteRecord[];
}
