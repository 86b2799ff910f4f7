/** A sheet of lines, 32 × 32, shown at the pointer while a file is dragged out. */
export const dragIcon =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAARElEQVR42mNgGAWjAA+Iikr4Tw1MkQMoBaMOGHUAVR1gk3eHKDwaBaNpYDQKRtPAaBSMpoHRKBh1AFUdMKDN8lEwIgAANprmJHo83IMAAAAASUVORK5CYII=';
