import {
  canonicalGuardName,
  type CustomPolicyRule,
  type GuardBlock,
  type PolicyCase,
  type PolicyFile,
  type TextCase,
  type ToolOutputCase,
} from '@gatehouse/contracts/policies'
import type { Action, ContentVerdict, GuardrailResult } from '@gatehouse/contracts/verdicts'
import { createGuard, type Guard, localWindows, withCustomRules } from '@gatehouse/guards'
import { stops } from '@gatehouse/guards/agentic'
import { systemClock } from '@gatehouse/kernel'
import { type OutputOutcome, outputChecker } from './output-cases.ts'
import { toolChecker } from './tool-cases.ts'

/** Result of one case. */
export interface CaseResult {
  readonly name: string
  readonly expected: string
  /** The action of the verdict. */
  readonly got: string
  readonly passed: boolean
  /** Findings of guards, with their actions. */
  readonly findings: readonly { readonly guardrail: string; readonly action: string; readonly message: string }[]
  /** Reason for a failure; empty if the case passed. */
  readonly reason: string
  readonly duration_ms: number
}

/** Actual outcome of a case of any kind. */
interface Outcome {
  readonly allowed: boolean
  readonly action: Action
  readonly results: readonly GuardrailResult[]
  /** Why the case could not be evaluated. */
  readonly problem?: string
}

/**
 * Runs cases against a policy file in this process. Each has its own state, so that cases do not share a rate limit.
 * @throws {Failure} `invalid_request` if the policy does not compile
 */
export async function runCases(file: PolicyFile, cases: readonly PolicyCase[]): Promise<readonly CaseResult[]> {
  const { guard, screen } = screener(file)
  const checkTool = toolChecker(file)
  const checkOutput = outputChecker(file, guard)
  const results: CaseResult[] = []
  for (const item of cases) {
    const started = performance.now()
    const outcome =
      'text' in item
        ? textOutcome(await screen(item))
        : 'output' in item
          ? outputOutcome(item, await checkOutput(item))
          : toolOutcome(await checkTool(item))
    results.push(caseResult(item, outcome, performance.now() - started))
  }
  return results
}

function textOutcome({ safe, action, guardrail_results }: ContentVerdict): Outcome {
  return { allowed: safe, action, results: guardrail_results }
}

function toolOutcome({ verdict, stoppedAt }: Awaited<ReturnType<ReturnType<typeof toolChecker>>>): Outcome {
  const { allowed, action, results, message } = verdict
  const problem = stoppedAt === undefined ? undefined : `the call of ${stoppedAt} was stopped earlier: ${message}`
  return { allowed, action, results, ...(problem === undefined ? {} : { problem }) }
}

function outputOutcome({ hides = [] }: ToolOutputCase, { action, results, text }: OutputOutcome): Outcome {
  const left = text === undefined ? undefined : hides.find((hidden) => text.includes(hidden))
  const problem = left === undefined ? {} : { problem: `the output still contains "${left}"` }
  return { allowed: !stops(action), action, results, ...problem }
}

interface Screener {
  readonly guard: Guard
  readonly screen: (item: TextCase) => Promise<ContentVerdict>
}

/** Creates the content guards of a policy file. */
export function screener(file: PolicyFile): Screener {
  let windows = localWindows(systemClock)
  const rules = file.custom_policies ?? []
  const block = (stage: 'input' | 'output', own: GuardBlock | undefined): GuardBlock =>
    withCustomRules(stage, own, rules.filter((rule) => rule.stage === stage).map(ruleOf)) ?? {}
  const guard: Guard = createGuard({
    input: block('input', file.input_guardrails),
    output: block('output', file.output_guardrails),
    // Monitor mode would allow everything.
    mode: 'enforce',
    ports: { windows: { hit: (key, window_ms, limit) => windows.hit(key, window_ms, limit) } },
  })
  const screen: Screener['screen'] = (item) => {
    windows = localWindows(systemClock)
    const about = {
      ...(item.user_role === undefined ? {} : { userRole: item.user_role }),
      ...(item.agent_key === undefined ? {} : { agentKey: item.agent_key }),
      ...(item.prompt === undefined ? {} : { prompt: item.prompt }),
      ...(item.context_docs === undefined ? {} : { contextDocs: item.context_docs }),
    }
    return item.stage === 'output' ? guard.checkOutput(item.text, about) : guard.checkInput(item.text, about)
  }
  return { guard, screen }
}

function ruleOf({ stage, ...rule }: NonNullable<PolicyFile['custom_policies']>[number]): CustomPolicyRule {
  // Verdicts identify a rule by id; in a file it is identified by name.
  return { ...rule, policy_id: `${stage}/${rule.name}`.slice(0, 64) }
}

function caseResult(
  policyCase: PolicyCase,
  { allowed, action, results, problem }: Outcome,
  duration_ms: number,
): CaseResult {
  const findings = results
    .filter(({ passed }) => !passed)
    .map(({ guardrail, action: own, message }) => ({ guardrail, action: own, message }))
  const found = new Set(findings.map(({ guardrail }) => canonicalGuardName(guardrail)))
  const missing = (policyCase.guardrails ?? []).filter((name) => !found.has(canonicalGuardName(name)))
  // A failed guard blocks. A case that expects a block must not pass because of that.
  const undecided = results.find(({ details }) => details['error'] !== undefined)
  const isAsExpected = policyCase.expect === 'allowed' ? allowed : action === policyCase.expect
  const reasons = [
    ...(problem === undefined ? [] : [problem]),
    ...(undecided === undefined
      ? []
      : [`${undecided.guardrail} failed: ${JSON.stringify(undecided.details['error'])}`]),
    ...(isAsExpected ? [] : [`expected ${policyCase.expect}, got ${action}`]),
    ...(missing.length === 0 ? [] : [`no finding by ${missing.join(', ')}`]),
  ]
  return {
    name: policyCase.name,
    expected: policyCase.expect,
    got: action,
    passed: reasons.length === 0,
    findings,
    reason: reasons.join('; '),
    duration_ms: Math.round(duration_ms * 1_000) / 1_000,
  }
}
