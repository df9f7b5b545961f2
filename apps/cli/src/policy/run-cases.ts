import {
  canonicalGuardName,
  type PolicyCase,
  type PolicyFile,
  type ToolOutputCase,
} from '@gatehouse/contracts/policies'
import type { Action, ContentVerdict, GuardrailResult } from '@gatehouse/contracts/verdicts'
import { stops } from '@gatehouse/guards/agentic'
import {
  outputChecker,
  type OutputOutcome,
  textChecker,
  toolChecker,
  type ToolOutcome,
} from '@gatehouse/guards/policy-file'

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
  const { guard, screen } = textChecker(file)
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

function toolOutcome({ verdict, stoppedAt }: ToolOutcome): Outcome {
  const { allowed, action, results, message } = verdict
  const problem = stoppedAt === undefined ? undefined : `the call of ${stoppedAt} was stopped earlier: ${message}`
  return { allowed, action, results, ...(problem === undefined ? {} : { problem }) }
}

function outputOutcome({ hides = [] }: ToolOutputCase, { action, results, text }: OutputOutcome): Outcome {
  const left = text === undefined ? undefined : hides.find((hidden) => text.includes(hidden))
  const problem = left === undefined ? {} : { problem: `the output still contains "${left}"` }
  return { allowed: !stops(action), action, results, ...problem }
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
