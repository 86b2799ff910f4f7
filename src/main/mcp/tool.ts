import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AgentAct } from '../../shared/agents.ts';
import { fail } from '../../shared/failure.ts';
import type { Progress } from '../../shared/sync.ts';
import type { Session } from '../accounts/sessions.ts';
import type { App } from '../app.ts';
import type { ExportFolder } from './export-folder.ts';

/** What a tool gets to run. */
export interface ToolContext {
  readonly app: App;
  readonly session: Session;
  /** Aborted when the client cancels the call, or has gone. */
  readonly signal: AbortSignal;
  /** Reports progress if the client wants it. */
  readonly report: (progress: Progress) => void;
  /** The folder of `--folder`; undefined: the user named none. */
  readonly folder: ExportFolder | undefined;
  /** Whether the user allowed a kind of changes. */
  readonly isAllowed: (act: AgentAct) => boolean;
}

interface ToolRow<Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output?: z.ZodObject;
  /** What the user must allow; absent: it only reads. */
  readonly act?: AgentAct;
  /** For a tool that changes something: what another call with the same arguments does. */
  readonly isIdempotent?: boolean;
  /** It replaces what the user wrote. */
  readonly isDestructive?: boolean;
  /** It reaches the service or other machines. */
  readonly isOpenWorld?: boolean;
  /** Every text of the answer is ours; see `cleanAnswer`. */
  readonly isOurs?: boolean;
  readonly run: (context: ToolContext, args: z.infer<Input>) => object | Promise<object>;
}

/** One tool, ready to be offered. */
export interface Tool extends Omit<ToolRow<z.ZodObject>, 'run'> {
  /** @throws FailureError `invalid-input` that names each wrong argument */
  readonly call: (context: ToolContext, given: unknown) => object | Promise<object>;
}

/** Checks the function of a tool against its input. */
export const defineTool = <Input extends z.ZodObject>({ run, ...row }: ToolRow<Input>): Tool => ({
  ...row,
  call(context, given) {
    const { success, data, error } = row.input.safeParse(given);
    if (success) return run(context, data);
    const names = Object.keys(row.input.shape).join(', ') || 'none';
    throw fail('invalid-input', `Wrong arguments. ${z.prettifyError(error)} The arguments are: ${names}.`);
  },
});

/** A tool as a client learns of it. */
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

/** Several clients refuse unions in the schema of an answer, so a value that can be null has no type there. */
const schemaOf = (schema: z.ZodObject, io: 'input' | 'output') =>
  // A JSON schema is JSON, and that of an object has this type.
  z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (io === 'output') delete jsonSchema.anyOf;
    },
  }) as ListedTool['inputSchema'];
