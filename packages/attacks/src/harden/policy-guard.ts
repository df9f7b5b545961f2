import type { GuardBlock, GuardEntry, PolicyFile, TextCase } from '@gatehouse/contracts/policies'
import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import { stops } from '@gatehouse/guards/agentic'
import { outputChecker, textChecker, toolChecker } from '@gatehouse/guards/policy-file'
import { MASK } from '@gatehouse/kernel'
import type { GuardDecision, TargetGuard } from './target-guard.ts'

/** Text that replaces a redacted one is forwarded; a guard that only warns does not count. */
const CHANGES: ReadonlySet<Action> = new Set(['redact'])

const SECTIONS = ['input_guardrails', 'output_guardrails', 'agentic_guardrails'] as const

/** Removes settings that a guard service hides: the values are unknown here. */
function withoutHidden(file: PolicyFile): PolicyFile {
  const blocks = SECTIONS.flatMap((section) => {
    const block = file[section]
    return block === undefined ? [] : [[section, mapped(block, withoutMasks)] as const]
  })
  return { ...file, ...Object.fromEntries(blocks) }
}

function withoutMasks(entry: GuardEntry): GuardEntry {
  const { settings, ...rest } = withoutMasked(entry)
  return settings === undefined ? rest : { ...rest, settings: withoutMasked(settings) }
}

function withoutMasked<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== MASK)) as Value
}

function mapped(block: GuardBlock, make: (entry: GuardEntry) => GuardEntry): GuardBlock {
  return Object.fromEntries(Object.entries(block).map(([name, entry]) => [name, make(entry)]))
}

/**
 * Creates the guard of a policy file in this process: the decisions of `gatehouse policy test`, of both gateways and of the SDK.
 * @throws {Failure} `invalid_request` if the policy does not compile
 */
export function policyGuard(policy: PolicyFile): TargetGuard {
  const file = withoutHidden(policy)
  const { guard, screen } = textChecker(file)
  const checkTool = toolChecker(file)
  const checkOutput = outputChecker(file, guard)
  // Without registered agents, any caller is allowed; with exactly one, the target is that agent.
  const [agent, ...others] = Object.keys(file.agents ?? {})
  const caller = agent === undefined || others.length > 0 ? {} : { agent_key: agent }
  const about = { name: 'replay', expect: 'allowed', ...caller } as const
  const content = async (item: Pick<TextCase, 'stage' | 'text' | 'prompt'>): Promise<GuardDecision> => {
    const verdict = await screen({ ...about, ...item })
    return decisionOf(verdict.action, verdict.guardrail_results, verdict.sanitized_output ?? item.text)
  }
  return {
    input: (text) => content({ stage: 'input', text }),
    output: (text, prompt) => content({ stage: 'output', text, prompt }),
    async toolCall(tool, args) {
      const { verdict } = await checkTool({ ...about, tool, arguments: args })
      return { ...decisionOf(verdict.action, verdict.results, ''), isBlocked: !verdict.allowed }
    },
    async toolOutput(tool, output) {
      const outcome = await checkOutput({ ...about, tool, output })
      return decisionOf(outcome.action, outcome.results, outcome.text ?? '')
    },
  }
}

function decisionOf(action: Action, results: readonly GuardrailResult[], text: string): GuardDecision {
  const guards = results.filter((result) => !result.passed && (stops(result.action) || CHANGES.has(result.action)))
  return { isBlocked: stops(action), text, guards: [...new Set(guards.map(({ guardrail }) => guardrail))] }
}
