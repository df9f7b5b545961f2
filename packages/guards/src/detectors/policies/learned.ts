import { createHash } from 'node:crypto'
import type { LinearClass } from '../../classify/linear-model.ts'

/** What a policy is made of: the rule in words, and texts that break or keep it. */
export interface PolicySource {
  readonly prompt: string
  readonly violating: readonly string[]
  readonly allowed: readonly string[]
}

/** Raised when learning changes: what was learned before then fits no source any more. */
const LEARNING_VERSION = 2

/** Weights that were learned or read and are about to be used; each is some ten kilobytes. */
const KEPT_MAX = 512

const KEY_BYTES = 32
const LENGTH_BYTES = 4

const kept = new Map<string, LinearClass>()

/** What tells one source from another, and one way of learning from the next. */
function keyOf({ prompt, violating, allowed }: PolicySource): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([LEARNING_VERSION, prompt, violating, allowed]))
    .digest()
}

/** The weights of a source: those kept, or what `learn` makes of it. */
export function learnedFrom(source: PolicySource, learn: () => LinearClass): LinearClass {
  const key = keyOf(source).toString('base64')
  let learned = kept.get(key)
  if (learned === undefined) {
    learned = learn()
    keep(key, learned)
  }
  return learned
}

/** Weights as bytes that name their source, to be stored beside it. */
export function packLearned(source: PolicySource, { bias, scale, weights, dense }: LinearClass): Uint8Array {
  const head = Buffer.from(JSON.stringify({ bias, scale, dense }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  return Buffer.concat([keyOf(source), length, head, Buffer.from(weights.buffer, weights.byteOffset, weights.length)])
}

/**
 * Keeps stored weights for when their source is compiled.
 * @param buckets  how many weights there must be
 * @returns false when the bytes belong to another source or another way of learning, or are damaged
 */
export function rememberLearned(source: PolicySource, packed: Uint8Array, buckets: number): boolean {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length)
  const key = keyOf(source)
  if (bytes.length < KEY_BYTES + LENGTH_BYTES || !bytes.subarray(0, KEY_BYTES).equals(key)) return false
  const start = KEY_BYTES + LENGTH_BYTES + bytes.readUInt32LE(KEY_BYTES)
  if (bytes.length !== start + buckets) return false
  // The key is a digest of the source and ours alone to write; whoever forges it can write the policy itself.
  const head = JSON.parse(bytes.toString('utf8', KEY_BYTES + LENGTH_BYTES, start)) as {
    bias: number
    scale: number
    dense: number[]
  }
  // A copy: the bytes may be a view of a whole database message.
  keep(key.toString('base64'), {
    name: 'policy',
    threshold: 0.5,
    ...head,
    weights: Int8Array.from(bytes.subarray(start)),
  })
  return true
}

function keep(key: string, learned: LinearClass): void {
  kept.delete(key)
  kept.set(key, learned)
  if (kept.size > KEPT_MAX) kept.delete(kept.keys().next().value!)
}
