/** One line of a menu; `separator`: a thin line between groups. */
export type MenuItem =
  | {
      readonly title: string;
      /** Said at the right, such as `Ctrl C`. */
      readonly shortcut?: string;
      readonly isEnabled?: boolean;
      run(): void;
    }
  | 'separator';

/** Where a menu opens, in CSS pixels of the window. */
export interface MenuPlace {
  readonly x: number;
  readonly y: number;
}
