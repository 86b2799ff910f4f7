import { readFileSync, writeFileSync } from 'node:fs';
import type { Log } from '../ports.ts';

/** In device-independent pixels. */
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface WindowState {
  /** When not maximized. */
  readonly bounds: Rectangle;
  readonly isMaximized: boolean;
}

/** Reads the saved state; undefined: none, or unreadable. */
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
    // Opens at its usual place.
    return undefined;
  }
}

/** Saves the state with mode 0600; failures are logged. */
export function writeWindowState(file: string, state: WindowState, log: Log): void {
  try {
    writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  } catch (error) {
    log.error('window state', error);
  }
}

/**
 * Fits bounds into the display that shows most of them.
 *
 * @param workAreas displays without bars
 * @returns undefined: none does
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

function overlap(one: Rectangle, other: Rectangle): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(width, 0) * Math.max(height, 0);
}
