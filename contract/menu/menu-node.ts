/** A node of the menu. Its `key` is its route name, its role and its translation key (`menu.<key>`). */
export interface MenuNode {
  readonly key: string;
  readonly path: string;
  readonly icon?: string;
  /** The verbs of the screen's buttons; each has a permission `<key>:<verb>`. */
  readonly buttons?: readonly string[];
  /** Neither in the sidebar nor in the header search. */
  readonly hidden?: true;
  /** Its screen is unmounted while another tab is shown. */
  readonly noCache?: true;
  /** Open to every role, as the specification requires for a few screens. */
  readonly open?: true;
  /** For a hidden screen: the menu key that the sidebar highlights while it is shown. */
  readonly activeMenu?: string;
  readonly children?: readonly MenuNode[];
}
