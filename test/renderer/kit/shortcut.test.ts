import { describe, expect, it } from 'vitest';
import { isShortcut, labelShortcut, type KeyPress } from '../../../src/renderer/kit/shortcut.ts';

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
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

  it('are found by their place where the keyboard writes another script', () => {
    const russian = (key: string, code: string): KeyPress => press(key, { code, ctrlKey: true });
    expect(isShortcut(russian('у', 'KeyE'), 'Mod+E', false)).toBe(true);
    expect(isShortcut(russian('С', 'KeyC'), 'Mod+C', false)).toBe(true);
    expect(isShortcut(russian('б', 'Comma'), 'Mod+,', false)).toBe(true);
    expect(isShortcut(press('т', { code: 'KeyN' }), 'N', false)).toBe(true);
    expect(isShortcut(russian('у', 'KeyE'), 'Mod+K', false)).toBe(false);
    const shifted = { ...russian('Я', 'KeyZ'), shiftKey: true };
    expect(isShortcut(shifted, 'Mod+Shift+Z', false)).toBe(true);
    expect(isShortcut(shifted, 'Mod+Z', false)).toBe(false);
  });

  it('are found by their letter where a Latin keyboard has it elsewhere', () => {
    const french = (key: string, code: string): KeyPress => press(key, { code, ctrlKey: true });
    expect(isShortcut(french('a', 'KeyQ'), 'Mod+A', false)).toBe(true);
    expect(isShortcut(french('q', 'KeyA'), 'Mod+A', false)).toBe(false);
    expect(isShortcut(french('&', 'Digit1'), 'Mod+1', false)).toBe(true);
    expect(isShortcut(french('è', 'Digit7'), 'Mod+7', false)).toBe(true);
    expect(isShortcut(french('é', 'Digit2'), 'Mod+1', false)).toBe(false);
    expect(isShortcut(press('&', { code: 'Digit1' }), 'Mod+1', false)).toBe(false);
  });

  it('are written as keys are named', () => {
    expect(labelShortcut('Mod+K', false)).toBe('Ctrl K');
    expect(labelShortcut('Mod+Shift+S', true)).toBe('Cmd Shift S');
  });
});
