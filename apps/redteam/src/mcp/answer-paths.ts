import type { HttpPort } from '@gatehouse/attacks'
import { isJsonObject } from '@gatehouse/kernel'

const HEARD_BYTES_MAX = 256 * 1024
const PATHS_MAX = 60
const DEPTH_MAX = 8
const SAMPLE_UNITS_MAX = 120

/** The body of the last answer, as far as it is kept. */
export interface HeardAnswer {
  body?: string
}

export interface AnswerPath {
  readonly path: string
  readonly type: string
  readonly sample: string
}

/** The same way out, with what comes back kept. */
export function listening(port: HttpPort, heard: HeardAnswer): HttpPort {
  return {
    async send(request) {
      const answer = await port.send(request)
      return { ...answer, body: kept(answer.body, heard) }
    },
  }
}

async function* kept(body: AsyncIterable<Uint8Array>, heard: HeardAnswer): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder()
  heard.body = ''
  let bytes = 0
  for await (const chunk of body) {
    if (bytes < HEARD_BYTES_MAX)
      heard.body += decoder.decode(chunk.subarray(0, HEARD_BYTES_MAX - bytes), { stream: true })
    bytes += chunk.length
    yield chunk
  }
}

/** What an answer in JSON holds, by dotted paths; nothing where it is none. */
export function answerPaths({ body = '' }: HeardAnswer): AnswerPath[] {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return []
  }
  const found: AnswerPath[] = []
  walk(value, [], found)
  return found
}

function walk(value: unknown, path: readonly string[], found: AnswerPath[]): void {
  if (found.length >= PATHS_MAX || path.length > DEPTH_MAX) return
  const entries = Array.isArray(value)
    ? value.slice(0, 3).entries()
    : isJsonObject(value)
      ? Object.entries(value)
      : undefined
  if (entries === undefined) {
    const sample = typeof value === 'string' ? value : JSON.stringify(value)
    found.push({
      path: path.join('.'),
      type: value === null ? 'null' : typeof value,
      sample: sample.slice(0, SAMPLE_UNITS_MAX),
    })
    return
  }
  if (Array.isArray(value) && path.length > 0)
    found.push({ path: path.join('.'), type: 'array', sample: `${value.length} items` })
  for (const [name, one] of entries) walk(one, [...path, String(name)], found)
}
