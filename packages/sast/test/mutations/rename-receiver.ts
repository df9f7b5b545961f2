import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { factsOf } from './facts/all.ts'
import type { Group, Program } from './group.ts'
import { Names } from './names.ts'

/** Names that programs use for the same thing. */
const SYNONYMS: Readonly<Record<string, string>> = {
  app: 'service',
  c: 'gc',
  client: 'remote',
  conn: 'connection',
  connection: 'conn',
  context: 'ctx',
  ctx: 'context',
  cur: 'cursor',
  cursor: 'cur',
  database: 'db',
  db: 'database',
  e: 'event',
  event: 'evt',
  knex: 'builder',
  pool: 'connections',
  r: 'req',
  reply: 'answer',
  req: 'request',
  request: 'req',
  res: 'response',
  resp: 'response',
  response: 'resp',
  router: 'routes',
  server: 'service',
  session: 'sess',
  statement: 'stmt',
  stmt: 'statement',
  w: 'writer',
}

/** Renames parameters and variables for requests, responses, connections and similar to another common name. */
export function renameReceiver(code: Code, program: Program, _group: Group): Mutated | undefined {
  const facts = factsOf(code.language)!.names
  if (facts.dynamic?.test(code.text) === true) return undefined
  const draft = new Draft(program, code.file)
  const sigil = facts.sigil ?? ''
  const others = [...program].flatMap(([file, text]) => (file === code.file ? [] : [text])).join('\n')
  for (const { text, places, isDefinition } of new Names(code).all()) {
    const word = text.replace(/^\W+/, '')
    const wanted = SYNONYMS[word]
    if (wanted === undefined || isDefinition || facts.kept.test(text) || new RegExp(`\\b${word}\\b`).test(others))
      continue
    if (new RegExp(`\\b${wanted}\\b`).test(code.text)) continue
    for (const place of places) {
      const shorthand = facts.shorthands[code.kind(place)]
      const written = sigil + wanted
      draft.replace(
        code.start(place),
        code.end(place),
        shorthand === undefined ? written : shorthand.replace('@old', text).replace('@new', written),
      )
    }
  }
  return draft.count === 0 ? undefined : draft.done()
}
