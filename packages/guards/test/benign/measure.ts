import {
  BUILTIN_DEFAULTS,
  compilePolicy,
  type ContentStage,
  createRegistry,
  allGuards,
  localWindows,
  resolveBlock,
  runPolicy,
  type StageVerdict,
} from '@gatehouse/guards'
import type { Action, GuardrailResult } from '@gatehouse/contracts/verdicts'
import { systemClock } from '@gatehouse/kernel'
import type { BenignText } from './own-messages.ts'

/** Results of the default policy for the texts of one kind. */
export interface BenignCount {
  readonly kind: string
  texts: number
  /** Blocked as input, as output or as a file. */
  blocked: number
  /** Number of changed outputs without an e-mail address in the text. */
  redacted: number
  /** Blocked or redacted wrongly, each text once. */
  wrong: number
  /** Number of changed outputs with an e-mail address in the text: a correct redaction. */
  addresses: number
  /** Wrong texts by cause, see {@link causeOf}. A text counts once for each of its causes. */
  readonly causes: Map<string, number>
}

/** An e-mail address is always personal data. */
const RIGHTLY = 'EMAIL_ADDRESS'

/** Sends every text through the default policies of the three endpoints, and counts results by kind. Reports no single text. */
export async function measureBenign(texts: readonly BenignText[]): Promise<readonly BenignCount[]> {
  const check = shippedPolicies()
  const counts = new Map<string, BenignCount>()
  for (const [at, { text, kind }] of texts.entries()) {
    const count = counts.get(kind) ?? {
      kind,
      texts: 0,
      blocked: 0,
      redacted: 0,
      wrong: 0,
      addresses: 0,
      causes: new Map(),
    }
    counts.set(kind, count)
    const { isBlocked, isRedacted, isRight, causes } = await judge(check, text, `note-${at % 7}.txt`)
    count.texts += 1
    if (isBlocked) count.blocked += 1
    if (isRedacted) count.redacted += 1
    if (isRight) count.addresses += 1
    if (!isBlocked && !isRedacted) continue
    count.wrong += 1
    for (const cause of causes) count.causes.set(cause, (count.causes.get(cause) ?? 0) + 1)
  }
  return [...counts.values()].toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
}

/** All kinds together. */
export function totalOf(counts: readonly BenignCount[]): BenignCount {
  const sum = (of: (count: BenignCount) => number): number => counts.reduce((all, count) => all + of(count), 0)
  return {
    kind: 'all',
    texts: sum(({ texts }) => texts),
    blocked: sum(({ blocked }) => blocked),
    redacted: sum(({ redacted }) => redacted),
    wrong: sum(({ wrong }) => wrong),
    addresses: sum(({ addresses }) => addresses),
    causes: added(counts),
  }
}

function added(counts: readonly BenignCount[]): Map<string, number> {
  const all = new Map<string, number>()
  for (const [cause, texts] of counts.flatMap(({ causes }) => [...causes]))
    all.set(cause, (all.get(cause) ?? 0) + texts)
  return all
}

type Check = (stage: ContentStage, text: string, fileName?: string) => Promise<StageVerdict>

interface Judged {
  readonly isBlocked: boolean
  readonly isRedacted: boolean
  readonly isRight: boolean
  readonly causes: ReadonlySet<string>
}

const STOPS: ReadonlySet<string> = new Set<Action>(['block', 'redact'])
const STAGES = ['input', 'output', 'file'] as const
/** Bounds of the score bands of causes. */
const BANDS: readonly number[] = [0.6, 0.7, 0.8, 0.9]

/** Returns stage, guard, and its detection: a personal-data type, or the category with a score band and the signals. Never a text. */
function causeOf(stage: string, { guardrail, details, score, category }: GuardrailResult): string {
  const types = typesIn(details['entities']).filter((type) => type !== RIGHTLY)
  if (types.length > 0) return `${stage} ${guardrail} ${[...new Set(types)].toSorted().join('+')}`
  const band = score === undefined ? '' : ` ${BANDS.findLast((bound) => score >= bound) ?? '<0.6'}`
  const signs = Array.isArray(details['signs']) && details['signs'].length > 0 ? ` ${details['signs'].join('+')}` : ''
  return `${stage} ${guardrail} ${category ?? ''}${band}${signs}`
}

async function judge(check: Check, text: string, fileName: string): Promise<Judged> {
  const verdicts = [await check('input', text), await check('output', text), await check('input', text, fileName)]
  const types = verdicts[1]!.results.flatMap(({ details, passed }) => (passed ? [] : typesIn(details['entities'])))
  const isChanged = verdicts.some(({ sanitized }) => sanitized !== undefined)
  return {
    isBlocked: verdicts.some(({ safe }) => !safe),
    isRedacted: isChanged && types.some((type) => type !== RIGHTLY),
    isRight: isChanged && types.includes(RIGHTLY),
    causes: new Set(
      verdicts.flatMap(({ results }, at) =>
        results.filter(({ action }) => STOPS.has(action)).map((result) => causeOf(STAGES[at]!, result)),
      ),
    ),
  }
}

function typesIn(entities: unknown): string[] {
  return Array.isArray(entities) ? entities.map((entity: { readonly type?: unknown }) => String(entity.type)) : []
}

/** Returns the policies of an unconfigured service. */
export function shippedPolicies(): Check {
  const registry = createRegistry(allGuards)
  const ports = { windows: localWindows(systemClock) }
  const policyOf = (stage: ContentStage) =>
    compilePolicy(resolveBlock({ builtin: BUILTIN_DEFAULTS[stage], configured: {} }, undefined, undefined), {
      stage,
      mode: 'enforce',
      registry,
      ports,
      path: [stage],
    })
  const policies = { input: policyOf('input'), output: policyOf('output') }
  const context = {
    tenantId: 'local',
    agentKey: undefined,
    userRole: undefined,
    sessionId: undefined,
    prompt: undefined,
  }
  return async (stage, text, name) => {
    const file =
      name === undefined
        ? undefined
        : { mime_type: 'text/plain', size_bytes: text.length, sha256: '', problems: [], name }
    const subject = { text: name === undefined ? text : `${text}\n\n${name}` }
    return runPolicy(policies[stage], subject, { ...context, stage, contextDocs: [], clock: systemClock, file })
  }
}
