import { isTestUrl, maxTestUrls } from '../../shared/test-runs/test-run.ts';

/** Separated by lines or spaces, with the first problem. */
export function readUrls(text: string): {
  readonly urls: readonly string[];
  readonly problem: string | null;
} {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const urls = [...new Set(words)];
  for (const url of urls) {
    const problem = problemOf(url);
    if (problem !== null) return { urls, problem };
  }
  const problem = urls.length > maxTestUrls ? `At most ${maxTestUrls} URLs at once.` : null;
  return { urls, problem };
}

function problemOf(text: string): string | null {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return URL.canParse(`https://${text}`)
      ? `Did you mean https://${text}?`
      : `"${text}" is not a URL such as https://example.com/.`;
  }
  if (url.username !== '' || url.password !== '') {
    return 'A test URL must not contain a user name or a password, because it is stored with the results.';
  }
  return isTestUrl(text) ? null : `"${text}" must start with https:// or http://.`;
}
