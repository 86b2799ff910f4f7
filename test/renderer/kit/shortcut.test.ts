import { describe, expect, it } from 'vitest';
import { isShortcut, labelShortcut, type KeyPress } from '../../../src/renderer/kit/shortcut.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...held,
});

describe('shortcuts', () => {
  it('take Ctrl here and Cmd on a Mac', () => {
    expect(isShortcut(press('k', { ctrlKey: true }), 'Mod+K', false)).toBe(true);
    expect(isShortcut(press('k', { ctrlKey: true }), 'Mod+K', true)).toBe(false);
    expect(isShortcut(press('k', { metaKey: true }), 'Mod+K', true)).toBe(true);
  });

  it('are not mistaken for others with more keys held', () => {
    expect(isShortcut(press('k', { ctrlKey: true, altKey: true }), 'Mod+K', false)).toBe(false);
    expect(isShortcut(press('K', { ctrlKey: true, shiftKey: true }), 'Mod+K', false)).toBe(false);
    expect(isShortcut(press('k'), 'Mod+K', false)).toBe(false);
  });

  it('take a question mark however a keyboard writes it', () => {
    expect(isShortcut(press('?', { shiftKey: true }), '?', false)).toBe(true);
    expect(isShortcut(press('?'), '?', false)).toBe(true);
  });

  it('are written as keys are named', () => {
    expect(labelShortcut('Mod+K', false)).toBe('Ctrl K');
    expect(labelShortcut('Mod+Shift+S', true)).toBe('Cmd Shift S');
  });
});
