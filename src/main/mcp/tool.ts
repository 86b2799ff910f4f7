import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AgentAct } from '../../shared/agents.ts';
import { fail } from '../../shared/failure.ts';
import type { Progress } from '../../shared/sync.ts';
import type { Session } from '../accounts/sessions.ts';
import type { App } from '../app.ts';
import type { ExportFolder } from './export-folder.ts';

export interface ToolContext {
  readonly app: App;
  readonly session: Session;
  /** The client canceled or has gone. */
  readonly signal: AbortSignal;
  readonly report: (progress: Progress) => void;
  /** `--folder`; undefined: none. */
  readonly folder: ExportFolder | undefined;
  readonly isAllowed: (act: AgentAct) => boolean;
}

interface ToolRow<Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output?: z.ZodObject;
  /** Needs the user's permission; undefined: only reads. */
  readonly act?: AgentAct;
  /** Whether a repeated call changes nothing more. */
  readonly isIdempotent?: boolean;
  /** Replaces what the user wrote. */
  readonly isDestructive?: boolean;
  /** Reaches other machines. */
  readonly isOpenWorld?: boolean;
  /** See `cleanAnswer`. */
  readonly isOurs?: boolean;
  readonly run: (context: ToolContext, args: z.infer<Input>) => object | Promise<object>;
}

export interface Tool extends Omit<ToolRow<z.ZodObject>, 'run'> {
  /** @throws FailureError `invalid-input` naming the wrong arguments */
  readonly call: (context: ToolContext, given: unknown) => object | Promise<object>;
}

/** Types a tool's function by its input. */
export const defineTool = <Input extends z.ZodObject>({ run, ...row }: ToolRow<Input>): Tool => ({
  ...row,
  call(context, given) {
    const { success, data, error } = row.input.safeParse(given);
    if (success) return run(context, data);
    const names = Object.keys(row.input.shape).join(', ') || 'none';
    throw fail('invalid-input', `Wrong arguments. ${z.prettifyError(error)} The arguments are: ${names}.`);
  },
});

/** Describes a tool to clients. */
export const describeTool = (name: string, { title, description, input, output, ...tool }: Tool): ListedTool => ({
  name,
  title,
  description,
  inputSchema: schemaOf(input, 'input'),
  ...(output && { outputSchema: schemaOf(output, 'output') }),
  annotations: {
    readOnlyHint: tool.act === undefined,
    idempotentHint: tool.act === undefined || tool.isIdempotent === true,
    destructiveHint: tool.isDestructive === true,
    openWorldHint: tool.isOpenWorld === true,
  },
});

/** Several clients refuse unions in answers, so nullable values have no type. */
const schemaOf = (schema: z.ZodObject, io: 'input' | 'output') =>
  // A JSON schema is JSON, and that of an object has this type.
  z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (io === 'output') delete jsonSchema.anyOf;
    },
  }) as ListedTool['inputSchema'];
