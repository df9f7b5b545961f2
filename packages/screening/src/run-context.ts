import type { OutputCheck } from '@gatehouse/contracts/content'
import type { GuardBlock } from '@gatehouse/contracts/policies'
import type { ContentStage, FileReading, RunContext } from '@gatehouse/guards'
import type { AgenticPorts } from '@gatehouse/guards/agentic'
import type { RequestContext } from '@gatehouse/http'
import type { Clock } from '@gatehouse/kernel'
import { actingAgent } from './checks/acting-agent.ts'
import type { Policies } from './policies.ts'
import type { AuditPort, KeeperPort, MeterPort, TenantPort, UnregisteredPort, UsagePort } from './ports.ts'

/** Ports of the evaluation of texts. */
export interface ScreenPorts {
  readonly tenants: TenantPort
  readonly policies: Policies
  readonly audit: AuditPort
  readonly clock: Clock
  readonly meter: MeterPort
  readonly usage: UsagePort
  readonly unregistered: UnregisteredPort
  readonly keeper: KeeperPort
  /** Ports of agentic guards. Their state contains the counters of attempts. */
  readonly agentic: AgenticPorts
}

/** Returns the run context of a request for guards, besides its text. */
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
    // The body's role overrides the header's. docs/spec/guard.md "Details: identity".
    userRole: body.user_role ?? body.context?.user_role ?? context.userRole,
    sessionId: body.session_id,
    prompt: about.prompt,
    contextDocs: about.contextDocs,
    file: about.file,
    clock,
    onGuardError: (guard, thrown) => context.log.error({ guard, err: thrown }, 'a guard failed'),
  }
}

/** Approximate number of characters per token in English (OpenAI's documentation of its tokenizers), exact enough for quotas. */
export const CHARS_PER_TOKEN = 4

/** Estimates the number of tokens of a text. */
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
