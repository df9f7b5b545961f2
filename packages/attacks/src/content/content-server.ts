import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServedPlant } from '../engine/attack.ts'
import type { SinkHit } from '../engine/exchange.ts'
import type { Attempt } from '../run/attempt.ts'
import type { ContentPort } from '../run/conduct.ts'

/** What one attempt may leave here: an agent in a circle, or a stranger, must not fill the memory. Ours. */
const HITS_MAX = 100
/** Attempts that are over and may still lead to a request, and such requests in all. Ours: the oldest are forgotten first. */
const LATE_ATTEMPTS_MAX = 10_000
const LATE_HITS_MAX = 1_000
const WHAT_UNITS_MAX = 4_096
const BODY_BYTES_MAX = 16_384
/** Of a body that is longer, so much is let by before the connection is closed. */
const DRAIN_BYTES_MAX = 1024 * 1024
const DRAIN_MS = 5_000
const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const
/** A picture of one pixel that nobody sees: agents that render a page ask for pictures, and some tell when one is broken. */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

/** The run's own server, as a handler: who makes it listens. */
export interface ContentServer extends ContentPort {
  /**
   * Answers a request to the content server or the sink. It never fails.
   * @example createServer((request, response) => void server.handle(request, response))
   */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export interface ContentServerOptions {
  /** Below which of the server's paths plants stand; without a slash at the end. */
  readonly contentPath?: string
  /** Below which the sink stands. It may be the same: an attack's plants and its sink are told apart by what follows the word. */
  readonly sinkPath?: string
  readonly now?: () => Date
}

/** One attempt that is on its way, or was. */
interface Watch {
  readonly words: ReadonlySet<string>
  readonly hits: SinkHit[]
  readonly readPlants: Set<string>
  readonly plants: ReadonlyMap<string, ServedPlant>
  /** How many of the hits were told. */
  told: number
  isOver: boolean
}

/**
 * Serves what is planted for attacks, and notes who asks for it or for their sinks. An attack is known by the word in its
 * addresses, which derives from the run's key: nobody finds one that was not told. Whoever makes attempts with the same
 * addresses at once has each of them see what was asked for while it was on its way. What an attack plants that wants the sink
 * stays there when it is withdrawn: an agent may read it, and turn to the sink, after it has answered.
 */
export function createContentServer(options: ContentServerOptions = {}): ContentServer {
  const { contentPath = '', sinkPath = '', now = () => new Date() } = options
  /** By the attack's word. */
  const watches = new Map<string, Map<string, Watch>>()
  const watching = (word: string): readonly Watch[] => [...(watches.get(word)?.values() ?? [])]
  /** Attempts that are over, by their keys, the oldest first. */
  const over = new Map<string, Watch>()
  let lateHits = 0
  const forget = (key: string, { words }: Watch): void => {
    over.delete(key)
    for (const word of words) {
      const known = watches.get(word)
      known?.delete(key)
      if (known?.size === 0) watches.delete(word)
    }
  }
  return {
    serve({ key, attack }) {
      const known = over.get(key)
      if (known !== undefined) forget(key, known)
      const plants = new Map(attack.plants.map((one) => [one.path, one]))
      const watch: Watch = { words: wordsOf(attack), hits: [], readPlants: new Set(), plants, told: 0, isOver: false }
      for (const word of watch.words) {
        const others = watches.get(word) ?? new Map<string, Watch>()
        watches.set(word, others.set(key, watch))
      }
    },
    withdraw({ key, kind, attack }) {
      const [word = ''] = wordsOf(attack)
      const watch = watches.get(word)?.get(key)
      if (watch === undefined || watch.isOver) return { hits: [], readPlants: [] }
      watch.told = watch.hits.length
      watch.isOver = true
      if (kind !== 'benign' && attack.oracles.some((oracle) => oracle.kind === 'sink')) over.set(key, watch)
      else forget(key, watch)
      const [oldest] = over
      if (over.size > LATE_ATTEMPTS_MAX && oldest !== undefined) forget(...oldest)
      return { hits: [...watch.hits], readPlants: [...watch.readPlants] }
    },
    late({ key }) {
      const watch = over.get(key)
      const hits = watch?.hits.slice(watch.told) ?? []
      if (watch !== undefined) watch.told = watch.hits.length
      return hits
    },
    async handle(request, response) {
      // Who goes away while we answer has still asked.
      response.on('error', () => {})
      request.on('error', () => {})
      const path = pathOf(request)
      const planted = below(path, contentPath)
      const plant = planted === undefined ? undefined : findPlant(planted, watching(wordIn(planted)))
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      if (plant !== undefined && isReading) {
        for (const one of watching(wordIn(plant.path))) if (one.plants.has(plant.path)) one.readPlants.add(plant.path)
        answerPlant(plant, request, response)
        return
      }
      const hit = below(path, sinkPath)
      const watchers = hit === undefined ? [] : watching(wordIn(hit))
      if (watchers.length === 0) {
        answer(response, request, 404)
        return
      }
      const what = `${request.method ?? ''} ${request.url ?? ''}`.slice(0, WHAT_UNITS_MAX).toWellFormed()
      const noted = { at: now(), what, body: '' }
      // Noted before the body is there: it is the request that proves, and the attempt may be over before its end.
      const isLate = watchers.every(({ isOver }) => isOver)
      if (isLate) lateHits += 1
      const notes = isLate && lateHits > LATE_HITS_MAX ? [] : watchers.map(({ hits }) => note(hits, noted))
      const body = await readBody(request)
      for (const fill of notes) fill(body)
      if (/\.(?:png|gif|jpe?g|webp|svg|ico)$/i.test(path.split('?', 1)[0]!))
        answer(response, request, 200, 'image/gif', PIXEL)
      else answer(response, request, 204)
    },
  }
}

/** @returns what puts the body in, once it is there */
function note(hits: SinkHit[], hit: SinkHit): (body: string) => void {
  if (hits.length >= HITS_MAX) return () => {}
  const at = hits.push(hit) - 1
  return (body) => {
    hits[at] = { ...hit, body }
  }
}

/** The words under which an attack is asked for: of its plants and of its sink. */
function wordsOf({ plants, sinkUrl }: Attempt['attack']): ReadonlySet<string> {
  const ofSink = sinkUrl === undefined ? [] : [sinkUrl.slice(sinkUrl.lastIndexOf('/') + 1)]
  return new Set([...plants.map(({ path }) => wordIn(path)), ...ofSink])
}

function wordIn(path: string): string {
  return path.split(/[/?.]/, 1)[0] ?? ''
}

/** The plant at a path. Some agents put a slash behind an address, or a dot that ended a sentence. */
function findPlant(path: string, watchers: readonly Watch[]): ServedPlant | undefined {
  const exact = path.split('?', 1)[0]!.replace(/[/.,;)]{0,3}$/, '')
  for (const { plants } of watchers) {
    const plant = plants.get(exact)
    if (plant !== undefined) return plant
  }
  return undefined
}

/** Path and query as asked for; some clients send the whole address. */
function pathOf({ url = '/' }: IncomingMessage): string {
  const path = /^[a-z]+:\/\/[^/]*(\/.*)?$/i.exec(url)
  return path === null ? url : (path[1] ?? '/')
}

/** What follows a folder, without the slash; undefined where it is another. */
function below(path: string, folder: string): string | undefined {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : undefined
}

function answerPlant({ mediaType, body }: ServedPlant, request: IncomingMessage, response: ServerResponse): void {
  answer(response, request, 200, `${mediaType}; charset=utf-8`, Buffer.from(body))
}

function answer(
  response: ServerResponse,
  request: IncomingMessage,
  status: number,
  type?: string,
  body: Buffer = Buffer.alloc(0),
): void {
  // What was not read of the request would be taken for the next one.
  if (!request.complete) response.setHeader('connection', 'close')
  const about = type === undefined ? {} : { 'content-type': type, 'x-content-type-options': 'nosniff' }
  const length = status === 204 ? {} : { 'content-length': String(body.byteLength) }
  response.writeHead(status, { ...HEADERS, ...about, ...length })
  response.end(request.method === 'HEAD' || status === 204 ? undefined : body)
}

/** The beginning of a body, as text; whatever is slow or long is not waited for. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DRAIN_MS)
  request.on('data', (chunk: Buffer) => {
    if (bytes < BODY_BYTES_MAX) chunks.push(chunk.subarray(0, BODY_BYTES_MAX - bytes))
    bytes += chunk.byteLength
    if (bytes > DRAIN_BYTES_MAX) resolve()
  })
  request.on('end', resolve)
  request.on('close', resolve)
  await promise
  clearTimeout(timer)
  return Buffer.concat(chunks).toString().toWellFormed()
}
