import {
  canonicalGuardName,
  type GuardBlock,
  type GuardEntry,
  type PolicyFile,
  type ToolOutputCase,
} from '@gatehouse/contracts/policies'
import { type Action, actionRank, type GuardrailResult } from '@gatehouse/contracts/verdicts'
import { Failure } from '@gatehouse/kernel'
import {
  ADVERSARIAL_RESULT,
  authorizeToolOutput,
  compileDataPolicy,
  dataLayers,
  type Layer,
  readPayload,
  sanitize,
  screensForInjection,
} from '../agentic/data-policy/index.ts'
import { type AgenticConfig, stops } from '../agentic/index.ts'
import { createGuard, type Guard } from '../create-guard.ts'
import { BUILTIN_DEFAULTS } from '../engine/defaults.ts'
import { configOf } from './tool-checker.ts'

/** Result of the checks on a tool output. */
export interface OutputOutcome {
  readonly action: Action
  readonly results: readonly GuardrailResult[]
  /** Remaining text; absent if the output is blocked. */
  readonly text: string | undefined
}

/**
 * Creates the output checks of a policy file: authorization, data policies, and default output guards.
 * @param guard the guards of the file
 * @throws {Failure} `invalid_request` if a data policy does not compile
 */
export function outputChecker(file: PolicyFile, guard: Guard): (item: ToolOutputCase) => Promise<OutputOutcome> {
  const config = configOf(file)
  for (const policy of [...Object.values(file.data_policies ?? {}), file.global_data_policy ?? {}]) {
    compileDataPolicy(policy, { hasModel: true })
  }
  return async (item) => {
    const caller = {
      agentKey: item.agent_key,
      headerAgentKey: item.agent_key,
      userRole: item.user_role,
      sessionId: undefined,
    }
    const use = { ...caller, tool: item.tool, args: undefined, prompt: undefined }
    const authorization = await authorizeToolOutput(config, use, {})
    if (stops(authorization.action)) return outcomeOf([authorization], undefined)
    const { role, redact } = authorization
    const layers = dataLayers(config, { tool: item.tool, stage: 'output', role, restricted: redact })
    if (layers.some(asksModel)) throw needsModel(item)
    const payload = readPayload(item.output)
    const data = await sanitize({ payload, tool: item.tool, stage: 'output', role }, layers)
    const found = data.result === undefined ? [] : [{ action: data.action, result: data.result }]
    if (stops(data.action)) return outcomeOf([authorization, ...found], undefined)
    return guarded(item, data.sanitized ?? item.output, [authorization, ...found], config, file, guard)
  }
}

interface Found {
  readonly action: Action
  readonly result: GuardrailResult
}

async function guarded(
  toolOutputCase: ToolOutputCase,
  text: string,
  before: readonly Found[],
  config: AgenticConfig,
  file: PolicyFile,
  guard: Guard,
): Promise<OutputOutcome> {
  const about = toolOutputCase.user_role === undefined ? {} : { userRole: toolOutputCase.user_role }
  const verdict = await guard.checkOutput(text, about)
  const own = verdict.guardrail_results.map((result) => ({ action: result.action, result }))
  const injected = screensForInjection(config, toolOutputCase.tool) ? await injectionIn(text, file) : []
  return outcomeOf([...before, ...own, ...injected], verdict.sanitized_output ?? text)
}

/** Checks tool output with adversarial_detection as configured. Tool output is untrusted. Other input guards do not run. */
async function injectionIn(text: string, { input_guardrails: own = {} }: PolicyFile): Promise<readonly Found[]> {
  const name = 'adversarial_detection'
  // A blocking guard of an earlier tier would prevent this guard from running.
  const others = Object.keys(BUILTIN_DEFAULTS.input).map((other): [string, GuardEntry] => [other, { enabled: false }])
  const guard = createGuard({
    input: { ...Object.fromEntries(others), [name]: { ...ownEntry(own, name), enabled: true } },
  })
  const { guardrail_results: results } = await guard.checkInput(text)
  return results.map((result) => ({ action: result.action, result: { ...result, guardrail: ADVERSARIAL_RESULT } }))
}

/** Returns an entry under any of its spellings. */
function ownEntry(block: GuardBlock, name: string): GuardEntry {
  return Object.entries(block).find(([spelling]) => canonicalGuardName(spelling) === name)?.[1] ?? {}
}

function outcomeOf(found: readonly Found[], text: string | undefined): OutputOutcome {
  const action = found.reduce<Action>(
    (most, item) => (actionRank(item.action) > actionRank(most) ? item.action : most),
    'pass',
  )
  return { action, results: found.map(({ result }) => result), text: stops(action) ? undefined : text }
}

function asksModel({ policy, rules }: Layer): boolean {
  return (policy?.document.sanitization_mode ?? 'regex') !== 'regex' || rules.remote.length > 0
}

/** A case that did not run must not look passed. */
function needsModel({ name, tool }: ToolOutputCase): Failure {
  return new Failure(
    'invalid_request',
    `Cannot run case "${name}": a data policy for ${tool} requires a model, but test cases run without a model.`,
  )
}
