/** One line of a menu; `separator`: a thin line between groups. */
export type MenuItem =
  | {
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
  | 'separator';

/** Where a menu opens, in CSS pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}
