import type { OnError } from '@gatehouse/contracts/policies'
import type { DataStage, Mode } from '@gatehouse/contracts/verdicts'
import { cached } from '@gatehouse/kernel'
import { overlapWith, fingerprint, type Fingerprint, isCopied, probe } from '../agentic/data-flow/fingerprint.ts'
import { type CompiledDataPolicy, compileDataPolicy } from '../agentic/data-policy/compile-policy.ts'
import { layerOf, restrictionLayer } from '../agentic/data-policy/data-policies.ts'
import type { Layer, LayerSource } from '../agentic/data-policy/layer.ts'
import { plainPayload, readPayload } from '../agentic/data-policy/payload.ts'
import { type DataVerdict, sanitize, type SanitizePorts } from '../agentic/data-policy/sanitize.ts'
import type { PolicySource } from '../detectors/policies/learned.ts'
import { learnPolicy } from '../detectors/policies/local-policy.ts'
import { type PolicyValidation, validateCustomPolicy } from '../detectors/policies/validate.ts'
import { LARGE_TEXT_CHARS } from '../engine/evaluator.ts'
import type { Span } from '../engine/guard.ts'

/** Parsed payload without the offset map; `undefined` for plain text, which the calling thread already has. */
export interface PayloadTexts {
  readonly text: string
  readonly values: string
}

/** A layer of data policies as another thread compiles it. */
export interface LayerRecipe {
  readonly source: LayerSource
  readonly mode: Mode
  readonly onError: OnError
  /** Default: the restriction by role. */
  readonly document?: Readonly<Record<string, unknown>>
}

/** How much of a source was found in texts. */
export interface CopiedFrom {
  readonly isPassage: boolean
  readonly isCarried: boolean
  readonly shingles: number
  readonly names: number
}

interface TaskTypes {
  readonly readPayload: readonly [{ readonly raw: string }, PayloadTexts | undefined]
  readonly placesFromRaw: readonly [{ readonly raw: string; readonly spans: readonly Span[] }, readonly Span[]]
  readonly rewritePayload: readonly [{ readonly raw: string; readonly spans: readonly Span[] }, string]
  readonly fingerprint: readonly [{ readonly text: string; readonly seed: number }, Fingerprint]
  readonly carriedFrom: readonly [
    { readonly texts: readonly string[]; readonly seed: number; readonly sources: readonly Fingerprint[] },
    readonly CopiedFrom[],
  ]
  readonly sanitize: readonly [
    {
      readonly raw: string
      readonly tool: string
      readonly stage: DataStage
      readonly role: string | undefined
      readonly layers: readonly LayerRecipe[]
    },
    DataVerdict,
  ]
  readonly validatePolicy: readonly [{ readonly policy: unknown }, PolicyValidation]
  readonly learnPolicy: readonly [{ readonly source: PolicySource }, Uint8Array | undefined]
}

export type TextTaskName = keyof TaskTypes
export type TaskInput<Name extends TextTaskName> = TaskTypes[Name][0]
export type TaskResult<Name extends TextTaskName> = TaskTypes[Name][1]

/** Does work on large texts outside the calling thread. */
export interface TextWorker {
  /** @throws {Failure} `overloaded` for too many waiting texts, `unavailable` when the work fails or takes too long */
  work<Name extends TextTaskName>(
    task: Name,
    input: TaskInput<Name>,
    about: { readonly tenantId: string; readonly chars: number; readonly onError?: (thrown: unknown) => void },
  ): Promise<TaskResult<Name>>
}

type Tasks = {
  readonly [Name in TextTaskName]: (
    input: TaskInput<Name>,
    ports: SanitizePorts,
  ) => TaskResult<Name> | Promise<TaskResult<Name>>
}

/** Work on a text that needs no guard policy. Inputs and results can be sent between threads. */
export const TEXT_TASKS: Tasks = {
  readPayload({ raw }) {
    const { isJson, text, values } = readPayload(raw)
    return isJson ? { text, values } : undefined
  },
  placesFromRaw: ({ raw, spans }) => readPayload(raw).fromRaw(spans),
  rewritePayload: ({ raw, spans }) => readPayload(raw).rewrite(spans),
  fingerprint: ({ text, seed }) => fingerprint(text, seed),
  carriedFrom({ texts, seed, sources }) {
    const looked = probe(texts, seed)
    return sources.map((source) => {
      const found = overlapWith(source, looked)
      return { ...found, isCarried: isCopied(found) }
    })
  },
  validatePolicy: ({ policy }) => validateCustomPolicy(policy),
  learnPolicy: ({ source }) => learnPolicy(source),
  sanitize({ raw, layers, ...about }, ports) {
    return sanitize(
      { ...about, payload: readPayload(raw) },
      layers.map((layer) => layerFrom(layer, about)),
      ports,
    )
  },
}

/** Runs a task in the calling thread if there is no other thread or the text is small. */
export function workOnText<Name extends TextTaskName>(
  worker: TextWorker | undefined,
  task: Name,
  input: TaskInput<Name>,
  about: Parameters<TextWorker['work']>[2],
): TaskResult<Name> | Promise<TaskResult<Name>> {
  return worker === undefined || about.chars < LARGE_TEXT_CHARS
    ? TEXT_TASKS[task](input, about.onError === undefined ? {} : { onError: about.onError })
    : worker.work(task, input, about)
}

/**
 * Runs a task in another thread if there is one, even for small texts.
 * @throws {Failure} `overloaded` for too many waiting texts, `unavailable` when the work fails or takes too long
 */
export async function workAside<Name extends TextTaskName>(
  worker: TextWorker | undefined,
  task: Name,
  input: TaskInput<Name>,
  about: Parameters<TextWorker['work']>[2],
): Promise<TaskResult<Name>> {
  return worker === undefined ? TEXT_TASKS[task](input, {}) : worker.work(task, input, about)
}

/**
 * Applies data policies to a payload, in another thread for a long one.
 * @throws {Failure} `overloaded` for too many waiting texts, `unavailable` when the thread fails
 */
export async function sanitizeText(
  { raw, ...about }: Omit<TaskInput<'sanitize'>, 'layers'>,
  layers: readonly Layer[],
  ports: SanitizePorts,
  tenantId: string,
  worker: TextWorker | undefined,
): Promise<DataVerdict> {
  if (layers.length === 0 || worker === undefined || raw.length < LARGE_TEXT_CHARS) {
    return sanitize({ ...about, payload: layers.length === 0 ? plainPayload(raw) : readPayload(raw) }, layers, ports)
  }
  const { onError } = ports
  return worker.work(
    'sanitize',
    { raw, ...about, layers: layers.map(recipeOf) },
    { tenantId, chars: raw.length, ...(onError === undefined ? {} : { onError }) },
  )
}

/** Returns the recipe from which another thread compiles a layer. */
function recipeOf({ source, mode, onError, policy }: Layer): LayerRecipe {
  return { source, mode, onError, ...(policy === undefined ? {} : { document: policy.document }) }
}

/** Own limit: compiled data policies in one thread. */
const POLICIES_MAX = 64
const policies = new Map<string, CompiledDataPolicy>()

function layerFrom(
  { source, mode, onError, document }: LayerRecipe,
  about: { readonly stage: DataStage; readonly role: string | undefined },
): Layer {
  if (document === undefined || source === 'role_restriction') return restrictionLayer(mode)
  const policy = cached(policies, JSON.stringify(document), POLICIES_MAX, () =>
    // Whether a model exists was checked when the policy was saved.
    compileDataPolicy(document, { hasModel: true }),
  )
  return { ...layerOf(source, policy, about), mode, onError }
}
