/** A name longer than this, in characters, is cut in the middle: its beginning and end tell it from others. */
const longestName = 48;
const keptAtEnd = 16;

/** A message whose long names, which are in quotes or have no spaces, are cut in the middle. */
export const shortenNames = (text: string): string =>
  text.replace(/"[^"]*"|“[^”]*”|\S+/g, (name) => {
    if (name.length <= longestName) return name;
    return `${name.slice(0, longestName - keptAtEnd - 1)}…${name.slice(-keptAtEnd)}`;
  });
