/** A line of a menu that does something. */
export interface MenuCommand {
  readonly title: string;
  /** Said at the right, such as `Ctrl C`. */
  readonly shortcut?: string;
  /** A remark at the right, in place of a shortcut. */
  readonly note?: string;
  readonly isEnabled?: boolean;
  /** Whether it is the selected one of several; undefined: it is not a choice. */
  readonly isChecked?: boolean;
  /** Whether it deletes something. */
  readonly isDestructive?: boolean;
  run(): void;
}

/** One line of a menu without submenus; `separator`: a thin line between groups. */
export type MenuLine = MenuCommand | 'separator';

/** A line that leads to more lines, which take the place of the menu. */
export interface Submenu {
  readonly title: string;
  readonly items: readonly MenuLine[];
}

export type MenuItem = MenuLine | Submenu;

/** Where a menu opens, in CSS pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** The upper edge of the button below which it opens: without room there the menu goes above it. */
  readonly aboveY?: number;
}
