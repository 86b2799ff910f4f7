// @ts-check
import ts from 'typescript';

/**
 * Forbids to read a plain object by a name that can be any text: `constructor` and `toString` would find what every object
 * inherits. `ownValue` (src/shared/own-value.ts) or a Map is the way.
 *
 * @type {import('eslint').Rule.RuleModule}
 */
export const foreignNames = {
  meta: {
    type: 'problem',
    messages: {
      inherited: 'A name like "constructor" finds what every object inherits. Use ownValue or a Map.',
    },
    schema: [],
  },
  create(context) {
    const { program, getTypeAtLocation } = context.sourceCode.parserServices;
    /** @type {import('typescript').TypeChecker} */
    const checker = program.getTypeChecker();
    return {
      MemberExpression(node) {
        const { parent } = node;
        const isWritten = parent.type === 'AssignmentExpression' && parent.left === node;
        const isRemoved = parent.type === 'UnaryExpression' && parent.operator === 'delete';
        if (!node.computed || isWritten || isRemoved) return;
        /** @type {import('typescript').Type} */
        const name = getTypeAtLocation(node.property);
        const names = name.isUnion() ? name.types : [name];
        // The compiler checks a union of names. Any other text is a foreign name.
        if (!names.some(({ flags }) => (flags & ts.TypeFlags.String) !== 0)) return;
        const object = checker.getNonNullableType(getTypeAtLocation(node.object));
        if (checker.getIndexInfoOfType(object, ts.IndexKind.String) === undefined) return;
        context.report({ node, messageId: 'inherited' });
      },
    };
  },
};
