import type { CodeBase } from '../code-base.ts'
import { classOf, valueOfName } from '../resolve.ts'
import { argumentsOf, entriesOf, type Entry, itemsOf } from '../syntax/members.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { lastName, type Value } from '../syntax/value.ts'
import type { RawRoute } from './raw-routes.ts'
import { callsIn, inStretch } from './reach.ts'

/** Response of a route. */
export interface FoundReply {
  /** Dotted paths of its fields, as deep as the code defines them. */
  readonly paths: readonly string[]
  /** Answered piece by piece. */
  readonly isStream: boolean
  /** A text alone. */
  readonly isText: boolean
}

const DEPTH_MAX = 8
const PATHS_MAX = 200

const ANSWERS = /(?:^|\.)(?:json|send|jsonify|JSONResponse|ORJSONResponse|make_response|reply|end)$/
const STREAMS =
  /(?:^|\.)(?:toDataStreamResponse|toUIMessageStreamResponse|toTextStreamResponse|pipe(?:DataStream|UIMessageStream|TextStream)ToResponse|createDataStreamResponse|createUIMessageStreamResponse|StreamingResponse|EventSourceResponse|StreamingTextResponse|streamSSE|streamText|stream_with_context)$/
/** Response helpers of frameworks whose arguments are not fields of the response. */
const FRAMEWORK_ANSWERS =
  /^(?:Response|StreamingResponse|EventSourceResponse|FileResponse|RedirectResponse|HTMLResponse|PlainTextResponse|JSONResponse|ORJSONResponse)$|(?:Exception|Error)$/
/** Fields of error responses. */
const PROBLEM_KEYS = new Set(['error', 'errors', 'detail', 'code', 'status', 'message', 'ok', 'success', 'statusCode'])

export function replyOf(route: RawRoute, base: CodeBase): FoundReply {
  const { file, at, end } = route.handler
  const calls = callsIn(route.handler)
  const values: Value[] = []
  for (const { path, group } of calls) {
    if (!ANSWERS.test(path)) continue
    const { positional, named } = argumentsOf(group, file.language)
    const content = named.find(({ key }) => key === 'content')?.value ?? positional[0]
    if (content !== undefined) values.push(content)
    // `jsonify(reply=…)`.
    else if (named.length > 0) values.push({ kind: 'map', group, line: group.line, at: group.at })
  }
  for (const { value } of inStretch(file.returns, at, end)) values.push(value)
  const shapes = values.map((value) => shapeOf(value, file, base)).filter(({ length }) => length > 0)
  const answers = shapes.filter((paths) => !paths.some((path) => path === 'error' || path === 'errors'))
  const good = answers.filter((paths) => !paths.every((path) => PROBLEM_KEYS.has(path)))
  const model = route.responseModel === undefined ? undefined : classOf(route.responseModel, file, base)
  const declared = (model?.what.fields ?? []).map(({ name }) => name)
  const paths = [...new Set([...declared, ...(good.length > 0 ? good : answers).flat()])].slice(0, PATHS_MAX)
  return {
    paths,
    isStream: calls.some(({ path }) => STREAMS.test(path)) || setsEventStream(route),
    isText: paths.length === 0 && values.some(({ kind }) => kind === 'text'),
  }
}

/** Headers are written as members and as arguments. */
function setsEventStream({ handler: { file, at, end } }: RawRoute): boolean {
  const isIt = (value: Value): boolean => value.kind === 'text' && value.text.startsWith('text/event-stream')
  const inCalls = callsIn({ file, at, end }).some(({ group }) => {
    const { positional, named } = argumentsOf(group, file.language)
    return [...positional, ...named.map(({ value }) => value)].some(isIt)
  })
  return (
    inCalls ||
    inStretch(file.maps, at, end).some((map) => entriesOf(map, file.language).some(({ value }) => isIt(value)))
  )
}

/** The dotted paths of a value that is written down. */
function shapeOf(value: Value, file: SourceFile, base: CodeBase, depth = DEPTH_MAX): readonly string[] {
  if (depth <= 0) return []
  if (value.kind === 'choice') return value.of.flatMap((item) => shapeOf(item, file, base, depth - 1))
  if (value.kind === 'name') {
    const found = value.path.includes('.') ? undefined : valueOfName(value.path, file, base)
    return found === undefined || found.what.kind === 'name' ? [] : shapeOf(found.what, found.file, base, depth - 1)
  }
  if (value.kind === 'map') {
    const entries = entriesOf(value.group, file.language)
    const named = entries.length === 0 ? argumentsOf(value.group, file.language).named : entries
    return ofEntries(named, file, base, depth)
  }
  if (value.kind === 'list') {
    const [first] = itemsOf(value.group, file.language)
    // A pair of an answer and its status.
    const isPair = value.group.open === '('
    const inner = first === undefined ? [] : shapeOf(first, file, base, depth - 1)
    return isPair ? inner : inner.map((path) => `0.${path}`)
  }
  if (value.kind !== 'call') return []
  const name = lastName(value.path)
  if (!/^[A-Z]/.test(name)) return []
  const { named } = argumentsOf(value.group, file.language)
  // The fields of a class are the fields of the response, in whichever file the class is.
  if (named.length > 0) return FRAMEWORK_ANSWERS.test(name) ? [] : ofEntries(named, file, base, depth)
  return (classOf(name, file, base)?.what.fields ?? []).map((field) => field.name)
}

function ofEntries(entries: readonly Entry[], file: SourceFile, base: CodeBase, depth: number): readonly string[] {
  return entries.flatMap(({ key, value }) => {
    if (!/^[\w$-]{1,60}$/.test(key)) return []
    const isNested = value.kind === 'map' || value.kind === 'list'
    const inner = isNested ? shapeOf(value, file, base, depth - 1) : []
    return inner.length === 0 ? [key] : inner.map((path) => `${key}.${path}`)
  })
}
