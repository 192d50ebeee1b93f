/** A node of the menu. Its `key` is its route name, its role and its translation key (`menu.<key>`). */
export interface MenuNode {
  readonly key: string;
  readonly path: string;
  readonly icon?: string;
  /** Verbs of the screen's buttons; each is a permission `<key>:<verb>` of its own. */
  readonly buttons?: readonly string[];
  /** Not listed in the sidebar and the header search. */
  readonly hidden?: true;
  /** Its tab is not kept alive while another one is shown. */
  readonly noCache?: true;
  /** Open to every role, as the specification says of a few screens. */
  readonly open?: true;
  /** The menu key that is highlighted in the sidebar while this hidden screen is shown. */
  readonly activeMenu?: string;
  readonly children?: readonly MenuNode[];
}
