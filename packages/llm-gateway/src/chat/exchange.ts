import type { CompiledPolicy, RunContext } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import type { TenantSnapshot } from '@gatehouse/screening'
import type { AnswerHead, ChatRequest, Dialect, JsonObject } from './dialect.ts'
import type { ChatPorts } from './ports.ts'

/** One request of a client, with all that decides about it. */
export interface ChatExchange {
  readonly dialect: Dialect
  /** Names the endpoint where agents are noted that are not registered. */
  readonly path: string
  readonly body: JsonObject
  readonly request: ChatRequest
  readonly tenant: TenantSnapshot
  readonly context: RequestContext
  readonly ports: ChatPorts
  readonly caller: ChatCaller
  /** What lets calls of tools through that were to wait for somebody. */
  readonly grants: ChatGrants
  readonly input: CompiledPolicy
  readonly output: CompiledPolicy
  /** What guards of the output are told. */
  readonly outputRun: RunContext
  /** Tokens that the request was let in with. */
  readonly estimatedTokens: number
}

/** Who acts, from the headers, the body and the key. */
export interface ChatCaller {
  readonly agentKey: string | undefined
  readonly headerAgentKey: string | undefined
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  readonly userId?: string
}

/** As in bodies of tool checks. */
export interface ChatGrants {
  readonly grantId: string | undefined
  readonly approvalRequestId: string | undefined
  readonly confirmationToken: string | undefined
}

/** The head of the answer to a request, for upstreams that give none. */
export function answerHead({ context, request, ports }: ChatExchange): AnswerHead {
  return { id: context.requestId, model: request.model, created: Math.floor(ports.clock.now() / 1_000) }
}
