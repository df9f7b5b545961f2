import { ActionWord, canonicalGuardName } from '@gatehouse/contracts/policies'
import { type Action, actionRank, type Severity } from '@gatehouse/contracts/verdicts'
import { z } from 'zod'
import { matchesAny, globOf } from '../access/glob.ts'
import { requestApproval } from '../approval/ask.ts'
import { type ActionCall, RISK_WORDS } from '../actions/call.ts'
import { ACTION_CLASSES, classesOf } from '../actions/classes.ts'
import { destructiveCommands } from '../actions/commands.ts'
import { limitProblem } from '../actions/limits.ts'
import { actionWords } from '../actions/words.ts'
import type { AgenticConfig } from '../engine/config.ts'
import { type AgenticContext, type AgenticOutcome, defineAgenticGuard } from '../engine/guard.ts'
import { stops } from '../engine/stops.ts'
import { shown } from '../shown.ts'
import { sensitiveAction } from '../sensitive-actions.ts'

const PATTERNS_MAX = 500
const PATTERN_CHARS_MAX = 200
const LIMITS_MAX = 200
const PATH_CHARS_MAX = 200

const Pattern = z
  .string()
  .min(1)
  .max(PATTERN_CHARS_MAX)
  .refine((pattern) => globOf(pattern) !== undefined, 'may contain at most 16 `*` wildcards')
const Patterns = z
  .array(Pattern)
  .max(PATTERNS_MAX)
  .default(() => [])

const classNames = [...new Set(ACTION_CLASSES.map(({ name }) => name)), 'destructive_arguments']

const settings = z.object({
  denied_actions: Patterns.describe('Denied actions; `*` matches any text.'),
  allowed_actions: Patterns.describe(
    'If set, all other actions are denied. An action listed without `*` is not classified by its name, but only by its ' +
      'arguments.',
  ),
  approval_actions: Patterns.describe('Actions for which each call requires approval.'),
  class_actions: z
    .partialRecord(z.enum(classNames), ActionWord)
    .default({})
    .describe('Result for each class of action that is recognized by its words; `pass` allows the class.'),
  numeric_limits: z
    .array(
      z
        .object({
          action: Pattern.default('*'),
          path: z.string().min(1).max(PATH_CHARS_MAX),
          min: z.number().optional(),
          max: z.number().optional(),
          over: ActionWord.default('require_approval').describe('Result when a value is outside the limit.'),
        })
        .strict()
        .refine(({ min, max }) => min !== undefined || max !== undefined, 'requires min or max'),
    )
    .max(LIMITS_MAX)
    .default(() => [])
    .describe('Limits of numeric arguments, e.g. of `amount`.'),
  approval_risk: z
    .number()
    .min(0)
    .max(1)
    .default(RISK_WORDS.high)
    .describe('Minimum risk reported by the caller that requires approval.'),
})
type Settings = z.infer<typeof settings>

export default defineAgenticGuard({
  name: 'action_guard',
  title: 'Agent actions',
  description:
    'Evaluates an action by the lists and limits of the tenant and by its class: destructive, moving money, ' +
    'granting rights, mass export, production changes, disabling protection. The class follows from English ' +
    'words of the action name in any spelling, and from commands and statements in the arguments. An action ' +
    'that requires an approval passes once with a grant. The guard evaluates only names and arguments: an ' +
    'action with a harmless name counts as harmless.',
  owasp: ['LLM06:2025', 'ASI02:2026', 'ASI03:2026'],
  defaults: { enabled: true, action: 'block' },
  settings,
  async check(call: ActionCall, set, context): Promise<AgenticOutcome> {
    const found = findings(call, set, context)
    const worst = strictest(found)
    const details = { reasons: found.map(({ category, action, severity }) => ({ category, action, severity })) }
    if (worst === undefined || worst.action === 'pass') return { flagged: false, details }
    const { message, action, category, severity } = worst
    if (action !== 'require_approval') return { flagged: true, message, action, category, severity, details }
    const agenticOutcome = await requestApproval(call, context, message)
    if (!agenticOutcome.flagged) return { ...agenticOutcome, details: { ...details, ...agenticOutcome.details } }
    const reason = agenticOutcome.action === 'require_approval' ? { category, severity } : {}
    return { ...agenticOutcome, ...reason, details: { ...details, ...agenticOutcome.details } }
  },
})

interface Finding {
  readonly category: string
  readonly action: Action
  readonly severity: Severity
  readonly message: string
}

function strictest(found: readonly Finding[]): Finding | undefined {
  return found.toSorted((a, b) => actionRank(b.action) - actionRank(a.action))[0]
}

function findings(call: ActionCall, set: Settings, context: AgenticContext): Finding[] {
  return [
    ...listed(call, set, context),
    ...ofNumbers(call, set),
    ...ofKind(call, set, context.config),
    ...ofRisk(call, set),
  ]
}

/** Normalizes a name: case, width and invisible characters do not distinguish actions. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .trim()
    .toLowerCase()
}

function isListed(patterns: readonly string[], name: string): boolean {
  return matchesAny(patterns, name, plainName)
}

function listed({ action }: ActionCall, set: Settings, context: AgenticContext): Finding[] {
  const name = plainName(action)
  const found: Finding[] = []
  if (isListed(set.denied_actions, name)) {
    const message = `Action "${shown(action)}" is not allowed.`
    found.push({ category: 'denied', action: context.action, severity: 'high', message })
  }
  if (set.allowed_actions.length > 0 && !isListed(set.allowed_actions, name)) {
    const message = `Action "${shown(action)}" is not in the list of allowed actions.`
    found.push({ category: 'not_allowed', action: context.action, severity: 'high', message })
  }
  if (isListed(set.approval_actions, name)) {
    const message = `Action "${shown(action)}" requires approval.`
    found.push({ category: 'approval', action: 'require_approval', severity: 'medium', message })
  }
  return found
}

function ofNumbers({ action, params }: ActionCall, set: Settings): Finding[] {
  const name = plainName(action)
  return set.numeric_limits.flatMap((limit): Finding[] => {
    if (globOf(plainName(limit.action))?.matches(name) !== true) return []
    const problem = limitProblem(params, limit)
    if (problem === undefined) return []
    const subject = { below: 'is below its limit', above: 'is above its limit', not_a_number: 'is not a plain number' }[
      problem.kind
    ]
    return [{ category: 'limit', action: limit.over, severity: 'high', message: `"${problem.path}" ${subject}.` }]
  })
}

function ofKind(call: ActionCall, set: Settings, config: AgenticConfig): Finding[] {
  const { action, resource = '', params } = call
  const name = plainName(action)
  const own = actionWords(action)
  const kinds = classesOf(own)
  const found: Finding[] = []
  const written = set.allowed_actions.some((pattern) => !pattern.includes('*') && plainName(pattern) === name)
  if (!written) {
    // The verb comes from the action. The object may be in the name of the resource.
    const all = kinds.length === 0 && resource === '' ? kinds : classesOf(new Set([...own, ...actionWords(resource)]))
    const meant = all.filter(({ words }) => words[0]!.some((word) => own.has(word)))
    // The contract requires the caller's confirmation; the tenant may require an approval in addition.
    const isConfirmed = sensitiveAction(call, []) !== undefined && isConfirming(config)
    for (const kind of meant) {
      const usual = isConfirmed && kind.action === 'require_approval' ? 'pass' : kind.action
      const rule = set.class_actions[kind.name] ?? usual
      const message = `Action "${shown(action)}" ${kind.says}.`
      found.push({ category: kind.name, action: rule, severity: kind.severity, message })
    }
  }
  const commands = destructiveCommands(
    params,
    kinds.some((kind) => kind.name === 'code_execution'),
  )
  if (commands.length > 0) {
    found.push({
      category: 'destructive_arguments',
      action: set.class_actions['destructive_arguments'] ?? 'require_approval',
      severity: 'critical',
      message: `The arguments of "${shown(action)}" contain destructive commands: ${commands.join(', ')}.`,
    })
  }
  return found
}

/** Whether the next step requires confirmation of sensitive actions. */
function isConfirming({ guardrails, mode }: AgenticConfig): boolean {
  const found = Object.entries(guardrails).find(
    ([name]) => canonicalGuardName(name) === 'sensitive_action_confirmation',
  )
  if (mode === 'monitor' || found === undefined) return true
  const { enabled = true, mode: own, action = 'require_approval' } = found[1]
  return enabled && own !== 'monitor' && stops(action)
}

function ofRisk({ action, risk }: ActionCall, set: Settings): Finding[] {
  if (risk === undefined || risk < set.approval_risk) return []
  const message = `The caller reports a high risk for action "${shown(action)}".`
  return [{ category: 'risk', action: 'require_approval', severity: 'high', message }]
}
