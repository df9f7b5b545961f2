import type { GuardDecision, TargetGuard } from './target-guard.ts'

/** Text or call that a guard in front of the target decides about. */
export type GuardEvent =
  | { readonly at: 'input'; readonly text: string }
  | { readonly at: 'output'; readonly text: string; readonly prompt: string }
  | { readonly at: 'tool_call'; readonly tool: string; readonly args: Readonly<Record<string, unknown>> }
  | { readonly at: 'tool_output'; readonly tool: string; readonly text: string }

/** What a guard did during one conversation. */
export interface GuardTrace {
  readonly events: readonly GuardEvent[]
  /** Guards that blocked or redacted. */
  readonly guards: readonly string[]
  readonly isBlocked: boolean
}

export interface Tracer {
  readonly guard: TargetGuard
  /** Returns the events since the last call. */
  readonly take: () => GuardTrace
}

/** Records the decisions of a guard; without a guard, everything passes. */
export function createTracer(guard: TargetGuard = ALLOW_ALL): Tracer {
  let events: GuardEvent[] = []
  let guards = new Set<string>()
  let isBlocked = false
  const decided = async (event: GuardEvent): Promise<GuardDecision> => {
    events.push(event)
    const decision = await decide(guard, event)
    for (const name of decision.guards) guards.add(name)
    isBlocked ||= decision.isBlocked
    return decision
  }
  return {
    guard: {
      input: (text) => decided({ at: 'input', text }),
      output: (text, prompt) => decided({ at: 'output', text, prompt }),
      toolCall: (tool, args) => decided({ at: 'tool_call', tool, args }),
      toolOutput: (tool, text) => decided({ at: 'tool_output', tool, text }),
    },
    take() {
      const trace = { events, guards: [...guards], isBlocked }
      events = []
      guards = new Set()
      isBlocked = false
      return trace
    },
  }
}

/** Returns the guards that block or redact one of the events: the conversation is not sent again. */
export async function replayTrace(guard: TargetGuard, events: readonly GuardEvent[]): Promise<readonly string[]> {
  for (const event of events) {
    // Sequential: limits count texts in order. oxlint-disable-next-line no-await-in-loop
    const { isBlocked, guards } = await decide(guard, event)
    if (isBlocked || guards.length > 0) return guards
  }
  return []
}

function decide(guard: TargetGuard, event: GuardEvent): Promise<GuardDecision> {
  switch (event.at) {
    case 'input':
      return guard.input(event.text)
    case 'output':
      return guard.output(event.text, event.prompt)
    case 'tool_call':
      return guard.toolCall(event.tool, event.args)
    case 'tool_output':
      return guard.toolOutput(event.tool, event.text)
    default:
      return event satisfies never
  }
}

const allowed = (text: string): Promise<GuardDecision> => Promise.resolve({ isBlocked: false, text, guards: [] })

const ALLOW_ALL: TargetGuard = {
  input: allowed,
  output: allowed,
  toolCall: () => allowed(''),
  toolOutput: (_tool, text) => allowed(text),
}
