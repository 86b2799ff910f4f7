declare module 'upng-js' {
  interface Picture {
    readonly width: number;
    readonly height: number;
  }
  const upng: {
    decode(file: ArrayBuffer): Picture;
    /** One RGBA buffer per frame. */
    toRGBA8(picture: Picture): ArrayBuffer[];
    /** A PNG; with several frames and delays in milliseconds an animated one. */
    encode(frames: ArrayBuffer[], width: number, height: number, colorCount: number, delays?: number[]): ArrayBuffer;
  };
  export default upng;
}
