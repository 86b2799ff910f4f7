// @ts-check

/**
 * Forbids a doc comment that describes nothing: an import, another comment, a blank line, a closing bracket or the end of
 * the file follows it; a directive of ESLint may. One at the top of a file, or of a component's script, describes the file.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const strandedDocs = {
  meta: {
    type: 'problem',
    messages: {
      stranded: 'This doc comment belongs to no declaration. Put it right above one, or at the top of the file.',
    },
    schema: [],
  },
  create({ sourceCode, report }) {
    return {
      Program() {
        for (const comment of sourceCode.getAllComments()) {
          if (comment.type !== 'Block' || !comment.value.startsWith('*') || !comment.range || !comment.loc) continue;
          if (/^(#!.*|\/\/.*|<script[^>]*>|\s)*$/.test(sourceCode.text.slice(0, comment.range[0]))) continue;
          // A `@typedef` is a declaration itself.
          if (comment.value.includes('@typedef')) continue;
          const rest = sourceCode.text.slice(comment.range[1]);
          if (/^\s*($|import\b|\/\/(?! eslint-)|\/\*|<\/|[\])}])|^[^\S\n]*\n[^\S\n]*\n/.test(rest)) {
            report({ loc: comment.loc, messageId: 'stranded' });
          }
        }
      },
    };
  },
};
