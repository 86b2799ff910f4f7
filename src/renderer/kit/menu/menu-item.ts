export interface MenuCommand {
  readonly title: string;
  /** Such as `Ctrl C`. */
  readonly shortcut?: string;
  /** In place of a shortcut. */
  readonly note?: string;
  readonly isEnabled?: boolean;
  /** Undefined: not a choice. */
  readonly isChecked?: boolean;
  readonly isDestructive?: boolean;
  readonly run: () => void;
}

export type MenuLine = MenuCommand | 'separator';

/** Takes the menu's place. */
export interface Submenu {
  readonly title: string;
  readonly items: readonly MenuLine[];
}

export type MenuItem = MenuLine | Submenu;

/** CSS pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
  /** The button's top: the menu may open above. */
  readonly aboveY?: number;
}
