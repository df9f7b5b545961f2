import { Clearance } from '@gatehouse/contracts/agents'
import { z } from 'zod'
import { CONFIDENCE_DEFAULT } from '../../detectors/adversarial/signs.ts'
import { effectiveRole } from '../authorize.ts'
import { classificationOf, clearanceOf, higher, permitsClassification } from '../clearance.ts'
import { type AgenticContext, type AgenticOutcome, defineAgenticGuard, fine, refuse } from '../engine/guard.ts'
import { stops } from '../engine/stops.ts'
import type { MemoryCall } from '../memory/call.ts'
import { type ContentFinding, memoryPii, screen, textOf } from '../memory/content.ts'
import type { MemoryEntry, MemoryLedger } from '../memory/ledger.ts'
import { crossAgentProblem, mayUse, type Namespace, namespaceOf } from '../memory/ownership.ts'

/** Own limit: a page of text. A memory is a sentence or a record; whole files do not belong there. */
const VALUE_CHARS_DEFAULT = 32_768
/** The largest body is 2 MiB. */
const VALUE_CHARS_MAX = 1_000_000
/**
 * Stricter than for files, since memories contain conversations with a model. On development data: 13 % of injected instructions detected,
 * 0.2 % of harmless documents, 0.2 % of prompts and 0.03 % of conversations flagged.
 */
const PLANTED_DEFAULT = 0.9
const ENTRIES_DEFAULT = 10_000
const ENTRIES_MAX = 100_000
const NAMESPACES_MAX = 200
const NAMESPACE_CHARS_MAX = 200

const settings = z.object({
  injection_threshold: z
    .number()
    .min(0)
    .max(1)
    .default(CONFIDENCE_DEFAULT)
    .describe(
      'Attack-classifier score at which a value is flagged. Signals of persistent instructions are scored separately.',
    ),
  planted_threshold: z
    .number()
    .min(0)
    .max(1)
    .default(PLANTED_DEFAULT)
    .describe('Minimum score of a sentence as an instruction to the model that reads it.'),
  secrets: z.boolean().default(true).describe('Whether values are checked for credentials.'),
  pii: z.boolean().default(false).describe('Whether values are checked for personal data.'),
  max_value_chars: z.number().int().min(1).max(VALUE_CHARS_MAX).default(VALUE_CHARS_DEFAULT),
  max_entries_per_namespace: z.number().int().min(1).max(ENTRIES_MAX).default(ENTRIES_DEFAULT),
  shared_namespaces: z
    .array(z.string().min(1).max(NAMESPACE_CHARS_MAX))
    .max(NAMESPACES_MAX)
    .default(() => [])
    .describe('Namespaces shared by all agents; a trailing `*` matches a prefix.'),
  default_classification: Clearance.default('internal').describe(
    'Classification of values for which the caller sets none.',
  ),
  integrity: z
    .boolean()
    .default(true)
    .describe('Whether a read is blocked if its value differs from the last allowed write.'),
  require_known_entries: z.boolean().default(false).describe('Whether a read is blocked if no allowed write is known.'),
})
type Settings = z.infer<typeof settings>

export default defineAgenticGuard({
  name: 'memory_guard',
  title: 'Agent memory',
  description:
    'Screens agent memory for standing instructions in 16 languages, attacks on the model, instructions ' +
    'planted in a document, credentials and, if configured, personal data. It keeps agents out of the ' +
    'namespaces of others, compares the classification of an entry with the clearance of the role, and detects ' +
    'values that changed after an allowed write. A write without a check is detected only at the next read, ' +
    'and a standing instruction without known signs is missed.',
  owasp: ['LLM04:2025', 'LLM08:2025', 'ASI06:2026'],
  defaults: { enabled: true, action: 'block' },
  settings,
  async check(call: MemoryCall, set, context) {
    const { config, ports } = context
    const namespace = namespaceOf(config, call, set.shared_namespaces)
    const { text, hash } = call.value === undefined ? NOTHING : textOf(call.value)
    if (text.length > set.max_value_chars) {
      return refuse(`The value has ${text.length} characters and exceeds the limit of ${set.max_value_chars}.`, {
        category: 'too_large',
        severity: 'medium',
        details: { chars: text.length, max_value_chars: set.max_value_chars },
      })
    }
    const known = await ports.memory?.look(config.tenantId, { namespace: namespace.name, key: call.key }, hash)
    const owner = namespace.owner ?? known?.owner
    const classification = classify(call, set, known?.entry)
    const details = { namespace: namespace.name, classification, ...(known === undefined ? UNKNOWN : {}) }
    const problem =
      accessProblem(call, context, namespace.name, owner, classification) ??
      deletionProblem(call, context, known?.entry) ??
      contentProblem(call, set, text) ??
      (known === undefined ? undefined : integrityProblem(call, set, known.entry))
    const outcome =
      problem === undefined
        ? fine
        : refuse(problem.message, { ...problem, details: { ...problem.details, ...details } })
    const found = outcome.flagged ? outcome : { ...outcome, details }
    if (ports.memory === undefined || (outcome.flagged && !isExecuted(outcome, context))) return found
    const writing = { namespace, classification, text, hash, details, isForced: outcome.flagged }
    const refused = await note(ports.memory, call, set, context, writing)
    return outcome.flagged ? found : (refused ?? found)
  },
})

const NOTHING = { text: '', hash: undefined }
/** Details of a result without a ledger. */
const UNKNOWN = { ledger: false }

interface Problem {
  readonly message: string
  readonly category: string
  readonly severity: 'medium' | 'high' | 'critical'
  readonly details?: Readonly<Record<string, unknown>>
  readonly score?: number
}

/** Returns the sensitivity of an entry: the highest of the caller's declaration and the record. */
function classify(call: MemoryCall, set: Settings, entry: MemoryEntry | undefined): Clearance {
  const text = call.classification === undefined ? undefined : classificationOf(call.classification)
  if (call.operation === 'write') return text ?? set.default_classification
  if (entry === undefined) return text ?? set.default_classification
  return text === undefined ? entry.classification : higher(text, entry.classification)
}

function accessProblem(
  call: MemoryCall,
  { config }: AgenticContext,
  namespace: string,
  owner: string | undefined,
  classification: Clearance,
): Problem | undefined {
  const crossing = crossAgentProblem(config, call, namespace, owner)
  if (crossing !== undefined) return { message: crossing, category: 'cross_agent', severity: 'high' }
  const role = effectiveRole(config, call)
  const clearance = clearanceOf(config.rbac, role)
  if (clearance === undefined || permitsClassification(clearance, classification)) return undefined
  const whose = role === undefined ? 'A call without a role' : `Role "${role.slice(0, 128)}"`
  return {
    message: `${whose} is cleared for ${clearance} data, and the entry is ${classification}.`,
    category: 'classification',
    severity: 'high',
    details: { clearance },
  }
}

/** In a shared namespace, an agent may still delete its own entries. */
function deletionProblem(
  call: MemoryCall,
  { config }: AgenticContext,
  entry: MemoryEntry | undefined,
): Problem | undefined {
  if (call.operation !== 'delete' || entry === undefined || mayUse(config, entry.writtenBy, call)) return undefined
  return {
    message: `The entry was written by agent "${entry.writtenBy.slice(0, 128)}".`,
    category: 'cross_agent',
    severity: 'high',
  }
}

const SEVERITY: Readonly<Record<string, Problem['severity']>> = { secret: 'critical', pii: 'medium' }

const MESSAGES: Readonly<Record<ContentFinding['category'], string>> = {
  injection: 'The value contains a prompt injection or jailbreak attempt.',
  jailbreak: 'The value contains a prompt injection or jailbreak attempt.',
  obfuscation: 'The value contains encoded instructions.',
  hidden_text: 'The value contains hidden text.',
  persistent_instruction: 'The value contains a persistent instruction.',
  tool_poisoning: 'The value contains instructions on how to use tools.',
  planted_instruction: 'The value contains a sentence with instructions to the model.',
  concealment: 'The value instructs the agent to hide something from its user.',
  secret: 'The value contains credentials.',
  pii: 'The value contains personal data.',
}

/** A delete changes nothing that will be read, and its value is not looked at. */
function contentProblem({ operation }: MemoryCall, set: Settings, text: string): Problem | undefined {
  if (operation === 'delete' || text === '') return undefined
  const found = screen(text, {
    injection_threshold: set.injection_threshold,
    planted_threshold: set.planted_threshold,
    secrets: set.secrets,
    pii: set.pii ? memoryPii() : undefined,
  })
  const [first] = found
  if (first === undefined) return undefined
  return {
    message: MESSAGES[first.category],
    category: first.category,
    severity: SEVERITY[first.category] ?? 'high',
    score: first.score,
    details: { findings: found.map(({ category, signs, score }) => ({ category, signs, score })) },
  }
}

function integrityProblem(call: MemoryCall, set: Settings, entry: MemoryEntry | undefined): Problem | undefined {
  if (call.operation !== 'read') return undefined
  if (entry === undefined) {
    if (!set.require_known_entries) return undefined
    return { message: 'No allowed write of this entry is known.', category: 'unknown_entry', severity: 'high' }
  }
  if (!set.integrity || entry.isSameValue !== false) return undefined
  return {
    message: 'The value differs from the last allowed write.',
    category: 'tampered',
    severity: 'critical',
    details: { written_at: entry.writtenAt.toISOString(), written_by: entry.writtenBy },
  }
}

/** Whether a call runs despite a finding: then its write has to be recorded, otherwise a later read looks like tampering. */
function isExecuted(outcome: AgenticOutcome, { monitored, action }: AgenticContext): boolean {
  return monitored || (outcome.flagged && !stops(outcome.action ?? action))
}

interface Writing {
  readonly namespace: Namespace
  readonly classification: Clearance
  readonly text: string
  readonly hash: string | undefined
  readonly details: Readonly<Record<string, unknown>>
  /** Set if the call runs despite a finding. */
  readonly isForced: boolean
}

/** Records the memory operation. @returns a denial for a full ledger, or for a concurrent write */
async function note(
  ledger: MemoryLedger,
  call: MemoryCall,
  set: Settings,
  { config }: AgenticContext,
  { namespace, classification, text, hash, details, isForced }: Writing,
): Promise<AgenticOutcome | undefined> {
  const place = { namespace: namespace.name, key: call.key }
  if (call.operation === 'delete') await ledger.remove(config.tenantId, place)
  if (call.operation !== 'write' || hash === undefined) return undefined
  const done = await ledger.write(
    config.tenantId,
    place,
    {
      valueHash: hash,
      valueChars: text.length,
      memoryType: call.memoryType,
      classification,
      agent: call.agentKey ?? '',
      sourceAgent: call.sourceAgent,
    },
    {
      owner: namespace.owner ?? call.agentKey ?? '',
      mayWrite: (owner) => isForced || namespace.owner !== undefined || mayUse(config, owner, call),
      entries_max: set.max_entries_per_namespace,
    },
  )
  if (done === 'written') return undefined
  if (done === 'owned') {
    return refuse('Another agent has just claimed this namespace.', {
      category: 'cross_agent',
      severity: 'high',
      details,
    })
  }
  const whose = done === 'tenant_full' ? 'the tenant' : 'the namespace'
  return refuse(`The limit of memory entries of ${whose} is reached.`, {
    category: 'full',
    severity: 'medium',
    details: { ...details, limit: done },
  })
}
