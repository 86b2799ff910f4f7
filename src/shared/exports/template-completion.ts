import { isOnlyContinuation, type Completion, type Suggestion } from '../filter/query-completion.ts';
import { templateFields, templateFilters } from './template.ts';

const maxSuggestions = 30;

/** Suggests fields after a brace, and filters after a bar. */
export function completeTemplate(text: string, caret: number): Completion {
  const before = text.slice(0, caret);
  // Two braces are text.
  const inside = /(?:^|[^{])(?:\{\{)*\{([^{}]*)$/.exec(before)?.[1];
  if (inside === undefined) return { start: caret, end: caret, suggestions: [] };
  const bar = inside.lastIndexOf('|');
  const typed = inside.slice(bar + 1).trimStart();
  const rest = /^\w*/.exec(text.slice(caret))?.[0] ?? '';
  const start = caret - typed.length;
  const isClosed = text.slice(caret + rest.length).startsWith('}');
  const isLast = bar < 0 && !isClosed && text.slice(caret + rest.length).trim() === '';
  const known: Suggestion[] =
    bar < 0
      ? Object.entries(templateFields).map(([name, label]) => ({
          insert: isLast ? `${name}}` : name,
          label,
          count: null,
        }))
      : Object.entries(templateFilters).map(([name, { label }]) => ({
          insert: name === 'pad' ? 'pad:3' : name,
          label,
          count: null,
        }));
  const suggestions = known.filter(({ insert }) => insert.startsWith(typed) && insert !== typed + rest);
  return {
    start,
    end: caret + rest.length,
    suggestions: suggestions.slice(0, maxSuggestions),
    isFirstOnlyContinuation: isOnlyContinuation(typed, suggestions),
  };
}
