import type { Message } from '../engine/attack.ts'
import type { Reply, ToolCall } from '../engine/exchange.ts'
import type { TargetSession } from '../engine/target.ts'
import { writtenInto } from '../targets/reply.ts'

/** Decision of a guard about one text or call. */
export interface GuardDecision {
  readonly isBlocked: boolean
  /** Text to forward: redacted, or unchanged. */
  readonly text: string
  /** Guards and policies that blocked or redacted; empty: the text passed. */
  readonly guards: readonly string[]
}

/** Guard in front of a target. The same decisions as in the gateways and the SDK: the caller connects the policy engine. */
export interface TargetGuard {
  readonly input: (text: string) => Promise<GuardDecision>
  /** @param prompt request that led to the text */
  readonly output: (text: string, prompt: string) => Promise<GuardDecision>
  readonly toolCall: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<GuardDecision>
  readonly toolOutput: (tool: string, text: string) => Promise<GuardDecision>
}

/** Creates the reply of a guard that blocks a message. */
export function blockedReply({ guards }: GuardDecision): Reply {
  return {
    text: `Blocked by ${guards.join(', ') || 'a guard'}.`,
    toolCalls: [],
    statusCode: 400,
    responseTime_ms: 0,
    problem: undefined,
    blockedByGuard: true,
    wasCut: false,
  }
}

/**
 * Puts a guard in front of a session with an agent: messages before the agent receives them, replies before the caller receives them.
 * Calls that an agent proposes are checked; calls that it executed itself are out of reach of a chat gateway and stay in the reply.
 * @param proposesCalls whether the target only proposes its tool calls, like a model API
 */
export function guardedSession(session: TargetSession, guard: TargetGuard, proposesCalls: boolean): TargetSession {
  return {
    ...(session.given === undefined ? {} : { given: () => session.given!() }),
    close: () => session.close(),
    async say(message, history, signal) {
      const sent = await screened(message, history, guard)
      if ('reply' in sent) return sent.reply
      const reply = await session.say(sent.message, sent.history, signal)
      if (reply.problem !== undefined || reply.blockedByGuard) return reply
      const decision = reply.text === '' ? undefined : await guard.output(reply.text, message)
      if (decision?.isBlocked === true) return withoutEffect(blockedReply(decision), reply, proposesCalls)
      const toolCalls = await allowedCalls(reply.toolCalls, guard, proposesCalls)
      if (toolCalls.blocked !== undefined && reply.text === '' && toolCalls.left.length === 0) {
        return blockedReply(toolCalls.blocked)
      }
      // Reasoning is not forwarded unscreened.
      const { reasoning: _reasoning, ...shown } = reply
      return { ...shown, text: decision?.text ?? reply.text, toolCalls: toolCalls.left }
    },
  }
}

type Screened = { readonly message: string; readonly history: readonly Message[] } | { readonly reply: Reply }

async function screened(message: string, history: readonly Message[], guard: TargetGuard): Promise<Screened> {
  const whole = writtenInto(message, history)
  const decision = await guard.input(whole)
  if (decision.isBlocked) return { reply: blockedReply(decision) }
  return decision.text === whole ? { message, history } : { message: decision.text, history: [] }
}

/** A blocked answer does not undo the calls that the agent has executed. */
function withoutEffect(blocked: Reply, reply: Reply, proposesCalls: boolean): Reply {
  const executed = reply.toolCalls.filter((call) => isExecuted(call, proposesCalls))
  return executed.length === 0 ? blocked : { ...blocked, blockedByGuard: false, toolCalls: executed }
}

async function allowedCalls(calls: readonly ToolCall[], guard: TargetGuard, proposesCalls: boolean) {
  const left: ToolCall[] = []
  let blocked: GuardDecision | undefined
  for (const call of calls) {
    if (isExecuted(call, proposesCalls)) {
      left.push(call)
      continue
    }
    // Sequential: limits count calls in order. oxlint-disable-next-line no-await-in-loop
    const decision = await guard.toolCall(call.name, argumentsIn(call.arguments))
    if (decision.isBlocked) blocked = decision
    else left.push(call)
  }
  return { left, blocked }
}

function isExecuted({ wasExecuted, result }: ToolCall, proposesCalls: boolean): boolean {
  return wasExecuted === true || result !== undefined || (wasExecuted === undefined && !proposesCalls)
}

/** Returns the arguments as an object; text that is not JSON is one argument. */
export function argumentsIn(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  return value === undefined ? {} : { input: value }
}
