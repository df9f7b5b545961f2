import type { CodeBase } from '../code-base.ts'
import { valueOfName } from '../resolve.ts'
import { argumentsOf, entriesOf, entry } from '../syntax/members.ts'
import type { Call, SourceFile } from '../syntax/source-file.ts'
import { lastName, type Value } from '../syntax/value.ts'
import type { FoundRoute } from './routes.ts'

/** Likely address of a service on a developer's machine. */
export interface FoundAddress {
  readonly url: string
  readonly because: string
  readonly path: string | undefined
  readonly line: number | undefined
}

/** Default ports of frameworks. */
const DEFAULT_PORTS: Readonly<Record<string, number>> = {
  express: 3000,
  fastify: 3000,
  hono: 3000,
  next: 3000,
  fastapi: 8000,
  flask: 5000,
}
const LISTENS = /(?:^|\.)(?:listen|serve|FastMCP)$|^(?:uvicorn|app|mcp)\.run$/

export function addressOf(route: FoundRoute, base: CodeBase): FoundAddress {
  const known = listensOn(route.file, base)
  if (known !== undefined) {
    return { url: local(known.port), because: `It listens on port ${known.port}.`, ...known.at }
  }
  const port = DEFAULT_PORTS[route.framework] ?? 3000
  return {
    url: local(port),
    because: `Port ${port} is the default of ${route.framework}.`,
    path: undefined,
    line: undefined,
  }
}

/** The port that code listens on: in this file, else in another of the language, since it is often started elsewhere. */
export function listensOn(
  from: SourceFile,
  base: CodeBase,
): { readonly port: number; readonly at: { readonly path: string; readonly line: number } } | undefined {
  const files = base.files.filter(({ language }) => language === from.language)
  for (const file of [from, ...files]) {
    for (const call of file.calls) {
      const port = LISTENS.test(call.path) ? portOf(call, file, base) : undefined
      if (port !== undefined) return { port, at: { path: file.path, line: call.line } }
    }
  }
  return undefined
}

function local(port: number): string {
  return `http://127.0.0.1:${port}`
}

function portOf({ group }: Call, file: SourceFile, base: CodeBase): number | undefined {
  const { positional, named } = argumentsOf(group, file.language)
  const options = positional.flatMap((item) => (item.kind === 'map' ? entriesOf(item.group, file.language) : []))
  const said = entry([...named, ...options], 'port') ?? (file.language === 'js' ? positional[0] : undefined)
  return said === undefined ? undefined : numberOf(said, file, base)
}

/** Returns the number in expressions like `process.env.PORT || 3000`. */
function numberOf(value: Value, file: SourceFile, base: CodeBase, depth = 6): number | undefined {
  if (depth <= 0) return undefined
  if (value.kind === 'plain' || value.kind === 'text') {
    const port = /^\d{2,5}$/.test(value.text) ? Number(value.text) : Number.NaN
    return port >= 80 && port <= 65_535 ? port : undefined
  }
  const of = (values: readonly Value[]): number | undefined =>
    values.map((item) => numberOf(item, file, base, depth - 1)).find((item) => item !== undefined)
  if (value.kind === 'choice') return of(value.of)
  if (value.kind === 'call') {
    const isConverted = /^(?:Number|parseInt|int|get|getenv|Number\.parseInt)$/.test(lastName(value.path))
    return isConverted ? of(argumentsOf(value.group, file.language).positional) : undefined
  }
  if (value.kind !== 'name') return undefined
  const found = valueOfName(value.path, file, base)
  return found === undefined ? undefined : numberOf(found.what, found.file, base, depth - 1)
}
