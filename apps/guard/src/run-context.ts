import { type AgenticPorts, type ContentStage, type RunContext } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import { type Clock } from '@gatehouse/kernel'
import type { AuditEntryInput } from '@gatehouse/store'
import type { UnregisteredCalls } from './agents/unregistered.ts'
import { actingAgent } from './checks/acting-agent.ts'
import type { Policies } from './policies.ts'
import type { RequestKeeper } from './replay/keeper.ts'
import type { Tenants } from './tenants.ts'
import { CHARS_PER_TOKEN, type Usage } from './usage/usage.ts'
import type { VerdictMeter } from './verdict-meter.ts'
import type { GuardBlock, OutputCheck } from '@gatehouse/contracts'
import { type FileReading } from '@gatehouse/guards'

/** What the content routes share. */
export interface ScreenPorts {
  readonly tenants: Tenants
  readonly policies: Policies
  /** Resolves when the entry is durable. */
  readonly audit: { append(entry: AuditEntryInput): Promise<unknown> }
  readonly clock: Clock
  readonly meter: VerdictMeter
  /** Counts what tenants use, and refuses what is over their quotas. */
  readonly usage: Usage
  /** Notices agents that are not registered. */
  readonly unregistered: UnregisteredCalls
  /** Keeps contents of requests for tenants that chose so. */
  readonly keeper: RequestKeeper
  /** What is counted of attempts is kept there. */
  readonly agentic: AgenticPorts
}

/** What guards are told of a request beside its text. */
export function runContext(
  stage: ContentStage,
  about: Pick<About, 'body' | 'prompt' | 'contextDocs' | 'file'>,
  context: RequestContext,
  clock: Clock,
): RunContext {
  const { body } = about
  return {
    tenantId: context.tenantId,
    stage,
    agentKey: context.agentKey ?? actingAgent(body.context?.agent_id, context),
    // The body's role wins over the header's. docs/spec/guard.md "Details: identity".
    userRole: body.user_role ?? body.context?.user_role ?? context.userRole,
    sessionId: body.session_id,
    prompt: about.prompt,
    contextDocs: about.contextDocs,
    file: about.file,
    clock,
    onGuardError: (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  }
}

/** About how many tokens a text has. */
export function tokensOf(text: string): number {
  return Math.ceil(text.length / CHARS_PER_TOKEN)
}

export interface About {
  readonly body: {
    readonly session_id?: string | undefined
    readonly user_role?: string | undefined
    readonly context?: OutputCheck['context']
  }
  readonly block: GuardBlock | undefined
  readonly path: readonly string[]
  readonly prompt: string | undefined
  readonly contextDocs: readonly string[]
  /** Set when the text was read from a file. */
  readonly file?: FileReading
}
