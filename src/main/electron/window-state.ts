import { readFileSync, writeFileSync } from 'node:fs';
import type { Log } from '../ports.ts';

/** A rectangle on the desktop, in pixels that do not depend on the display. */
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where the window was, and whether it filled its display. */
interface WindowState {
  /** The bounds that the window returns to when it is no longer maximized. */
  readonly bounds: Rectangle;
  readonly isMaximized: boolean;
}

/** Reads the state that was saved last; undefined if there is none that can be read. */
export function readWindowState(file: string): WindowState | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value !== 'object' || value === null) return undefined;
    const { bounds, isMaximized } = value as { bounds?: unknown; isMaximized?: unknown };
    if (typeof bounds !== 'object' || bounds === null) return undefined;
    const { x, y, width, height } = bounds as { [K in keyof Rectangle]?: unknown };
    const isNumber = (number: unknown): number is number => Number.isSafeInteger(number);
    if (!isNumber(x) || !isNumber(y) || !isNumber(width) || !isNumber(height)) return undefined;
    return { bounds: { x, y, width, height }, isMaximized: isMaximized === true };
  } catch {
    // The first start, or a file that somebody else wrote: the window opens at its usual place.
    return undefined;
  }
}

/** Saves the state with mode 0600. A failure is only logged. */
export function writeWindowState(file: string, state: WindowState, log: Log): void {
  try {
    writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  } catch (error) {
    log.error('window state', error);
  }
}

/**
 * Bounds on the displays that are connected: the saved ones, moved and shrunk into the display
 * that shows most of them.
 *
 * @param workAreas the displays without their bars
 * @returns undefined if no display shows any of them
 */
export function placeOnDisplays(bounds: Rectangle, workAreas: readonly Rectangle[]): Rectangle | undefined {
  const [best] = workAreas
    .map((area) => ({ area, shown: overlap(bounds, area) }))
    .filter(({ shown }) => shown > 0)
    .sort((one, other) => other.shown - one.shown);
  if (best === undefined) return undefined;
  const { area } = best;
  const width = Math.min(bounds.width, area.width);
  const height = Math.min(bounds.height, area.height);
  return {
    x: clamp(bounds.x, area.x, area.x + area.width - width),
    y: clamp(bounds.y, area.y, area.y + area.height - height),
    width,
    height,
  };
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The area in which two rectangles overlap. */
function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(width, 0) * Math.max(height, 0);
}
