import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type LinearClass, type LinearModel, MODEL_BITS_MAX } from './linear-model.ts'

/**
 * Model file format: gzip of "GHLM1\n", one line of JSON with everything except the weights, and the weights of the classes in sequence, a
 * signed byte each.
 */
const MAGIC = 'GHLM1\n'

interface Header {
  readonly task: string
  readonly bits: number
  readonly dense: readonly string[]
  readonly classes: readonly Omit<LinearClass, 'weights'>[]
}

/** Returns the bytes of a model file. The same model produces the same bytes. */
export function encodeModel(model: LinearModel): Buffer {
  const header: Header = {
    task: model.task,
    bits: model.bits,
    dense: model.dense,
    classes: model.classes.map(({ name, bias, scale, dense, threshold }) => ({ name, bias, scale, dense, threshold })),
  }
  const weights = model.classes.map((item) =>
    Buffer.from(item.weights.buffer, item.weights.byteOffset, item.weights.length),
  )
  return gzipSync(Buffer.concat([Buffer.from(`${MAGIC}${JSON.stringify(header)}\n`), ...weights]), { level: 9 })
}

/** @throws {Error} if the bytes are not a model of this format, which means a damaged installation */
export function decodeModel(bytes: Uint8Array): LinearModel {
  const raw = gunzipSync(bytes)
  if (raw.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('not a model file of this version')
  const lineEnd = raw.indexOf(10, MAGIC.length)
  const header = JSON.parse(raw.toString('utf8', MAGIC.length, lineEnd)) as Header
  if (header.bits > MODEL_BITS_MAX) throw new Error(`model ${header.task} wants ${header.bits} bits`)
  const buckets = 2 ** header.bits
  const start = lineEnd + 1
  if (raw.length !== start + buckets * header.classes.length) throw new Error(`model ${header.task} is cut short`)
  const classes = header.classes.map((item, index) => ({
    ...item,
    weights: new Int8Array(raw.buffer, raw.byteOffset + start + index * buckets, buckets),
  }))
  return { ...header, classes }
}

const loaded = new Map<string, LinearModel>()

/** Returns a model in `models/`, loaded at first use and cached. */
export function shippedModel(task: string): LinearModel {
  let model = loaded.get(task)
  if (model === undefined) {
    model = decodeModel(readFileSync(new URL(`../../models/${task}.bin`, import.meta.url)))
    loaded.set(task, model)
  }
  return model
}
