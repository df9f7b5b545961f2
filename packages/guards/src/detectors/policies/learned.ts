import { createHash } from 'node:crypto'
import type { LinearClass } from '../../classify/linear-model.ts'

/** Source of a policy: the rule in words, and texts that violate or comply with it. */
export interface PolicySource {
  readonly prompt: string
  readonly violating: readonly string[]
  readonly allowed: readonly string[]
}

/** Incremented when the training changes: older weights then match no source any more. */
const LEARNING_VERSION = 3

/** Weights that were learned or read and are about to be used; each is some ten kilobytes. */
const KEPT_MAX = 512

const KEY_BYTES = 32
const LENGTH_BYTES = 4

const classifierCache = new Map<string, LinearClass>()

/** Returns a unique key of a source and a training version. */
function keyOf({ prompt, violating, allowed }: PolicySource): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([LEARNING_VERSION, prompt, violating, allowed]))
    .digest()
}

/** Returns the weights of a source: the cached ones, or the result of `learn`. */
export function learnedFrom(source: PolicySource, learn: () => LinearClass): LinearClass {
  const key = keyOf(source).toString('base64')
  let learned = classifierCache.get(key)
  if (learned === undefined) {
    learned = learn()
    keep(key, learned)
  }
  return learned
}

/** Returns weights as bytes with the key of their source, for storage. */
export function packLearned(source: PolicySource, { bias, scale, weights, dense }: LinearClass): Uint8Array {
  const head = Buffer.from(JSON.stringify({ bias, scale, dense }))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(head.length)
  return Buffer.concat([keyOf(source), length, head, Buffer.from(weights.buffer, weights.byteOffset, weights.length)])
}

/**
 * Caches stored weights for the compilation of their source.
 * @param buckets expected number of weights
 * @returns false for bytes of another source or another training version, or for damaged bytes
 */
export function rememberLearned(source: PolicySource, packed: Uint8Array, buckets: number): boolean {
  const bytes = Buffer.from(packed.buffer, packed.byteOffset, packed.length)
  const key = keyOf(source)
  if (bytes.length < KEY_BYTES + LENGTH_BYTES || !bytes.subarray(0, KEY_BYTES).equals(key)) return false
  const start = KEY_BYTES + LENGTH_BYTES + bytes.readUInt32LE(KEY_BYTES)
  if (bytes.length !== start + buckets) return false
  // The key is a digest of the source and only written by this service; write access to the key implies write access to the policy itself.
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
  classifierCache.delete(key)
  classifierCache.set(key, learned)
  if (classifierCache.size > KEPT_MAX) classifierCache.delete(classifierCache.keys().next().value!)
}
