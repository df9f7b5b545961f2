import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import type { Group, Program } from './group.ts'

/** A field of the query or the body of a request. Route parameters are excluded, since a route names them too. */
const FIELD = /\b(?:req|request|ctx)(?:\.request)?\.(?:query|body)\.([A-Za-z_]\w*)\b(?!\s*\()/g
/** The name of a member of the request itself: an exclusion for `req.url` must not match `req.query.url`. */
const NAME = 'url'

/** Renames each request field to a name that rules exclude as a member; taint rules report the same findings. */
export function renameField(code: Code, program: Program, group: Group): Mutated | undefined {
  if (!['javascript', 'typescript', 'tsx'].includes(code.language.name)) return undefined
  const draft = new Draft(program, code.file)
  draft.judges = (rule) => group.taint.has(rule)
  for (const match of code.text.matchAll(FIELD)) {
    const end = match.index + match[0].length
    if (match[1] !== NAME) draft.replace(end - match[1]!.length, end, NAME)
  }
  return draft.count === 0 ? undefined : draft.done()
}
