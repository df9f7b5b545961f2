import type { CompiledPolicy, RunContext } from '@gatehouse/guards'
import type { RequestContext } from '@gatehouse/http'
import type { TenantSnapshot } from '@gatehouse/screening'
import type { AnswerHead, ChatRequest, Dialect, JsonObject } from './dialect.ts'
import type { ChatPorts } from './ports.ts'

/** One client request with all inputs of its decisions. */
export interface ChatExchange {
  readonly dialect: Dialect
  /** Endpoint in the record of unregistered agents. */
  readonly path: string
  readonly body: JsonObject
  readonly request: ChatRequest
  readonly tenant: TenantSnapshot
  readonly context: RequestContext
  readonly ports: ChatPorts
  readonly caller: ChatCaller
  /** Grants for tool calls that require an approval. */
  readonly grants: ChatGrants
  readonly input: CompiledPolicy
  readonly output: CompiledPolicy
  /** Context of output guards. */
  readonly outputRun: RunContext
  /** Tokens charged at admission. */
  readonly estimatedTokens: number
}

/** Caller identity from the headers, the body and the key. */
export interface ChatCaller {
  readonly agentKey: string | undefined
  readonly headerAgentKey: string | undefined
  readonly userRole: string | undefined
  readonly sessionId: string | undefined
  readonly userId?: string
}

/** Same as in tool checks. */
export interface ChatGrants {
  readonly grantId: string | undefined
  readonly approvalRequestId: string | undefined
  readonly confirmationToken: string | undefined
}

/** Returns default header fields of an answer. */
export function answerHead({ context, request, ports }: ChatExchange): AnswerHead {
  return { id: context.requestId, model: request.model, created: Math.floor(ports.clock.now() / 1_000) }
}
