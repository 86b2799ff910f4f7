import type { z } from 'zod';
import type { AgentAct } from '../../shared/agents.ts';
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
}

/** One tool, ready to be offered. */
export interface Tool extends ToolRow<z.ZodObject> {
  readonly call: (context: ToolContext, args: unknown) => object | Promise<object>;
}

/** Checks the function of a tool against its input. */
export const defineTool = <Input extends z.ZodObject>(
  row: ToolRow<Input> & {
    readonly run: (context: ToolContext, args: z.infer<Input>) => object | Promise<object>;
  },
): Tool => {
  const { run, ...rest } = row;
  // The server has parsed the arguments by this schema.
  return { ...rest, call: (context, args) => run(context, args as z.infer<Input>) };
};
