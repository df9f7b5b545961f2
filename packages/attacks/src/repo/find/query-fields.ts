import { argumentsOf } from '../syntax/members.ts'
import { isName, pieces } from '../syntax/tree.ts'
import { lastName, pathOf } from '../syntax/value.ts'
import type { BodyField } from './body-fields.ts'
import type { RawRoute } from './raw-routes.ts'
import { callsIn, inStretch } from './reach.ts'

const SCALAR = /^(?:str|int|float|bool)$/
/** Expressions for the query of a request. */
const QUERY = /^(?:req|request|ctx|ctx\.req|ctx\.request|c\.req)\.(?:query|args)$/
/** Calls that read one query parameter. */
const QUERY_CALL = /(?:^|\.)(?:searchParams|args)\.get$|^(?:c|ctx)\.req\.query$/

/** Returns the query parameters that a route reads. */
export function queryFields(route: RawRoute): readonly BodyField[] {
  const { handler, framework } = route
  const { file, at, end } = handler
  if (framework === 'fastapi') return ofParams(route)
  const unpacked = inStretch(file.unpackings, at, end).flatMap(({ names, of }) => (QUERY.test(pathOf(of)) ? names : []))
  const used = inStretch(file.names, at, end).flatMap(({ path }) => {
    const owner = path.slice(0, Math.max(0, path.lastIndexOf('.')))
    return QUERY.test(owner) ? [lastName(path)] : []
  })
  const asked = callsIn(handler).flatMap(({ path, group }) => {
    const [first] = QUERY_CALL.test(path) ? argumentsOf(group, file.language).positional : []
    return first?.kind === 'text' ? [first.text] : []
  })
  return [...new Set([...unpacked, ...used, ...asked])]
    .filter((name) => /^[\w-]{1,60}$/.test(name))
    .map((name) => field(name))
}

/** FastAPI reads parameters that are neither models nor path parameters from the query. */
function ofParams({ handler, path }: RawRoute): readonly BodyField[] {
  return pieces(handler.params).flatMap(([from, to]) => {
    const words = handler.params
      .slice(from, to)
      .flatMap((param) => (param.kind === 'group' && param.open === '[' ? param.items : [param]))
    const [name] = words
    const isScalar = words.some((word) => word.kind === 'name' && SCALAR.test(word.text))
    const isElsewhere = words.some(
      (word, at) =>
        isName(word, 'Body', 'Header', 'Path', 'Cookie', 'Form', 'File', 'Depends') && words[at + 1]?.kind === 'group',
    )
    if (!isName(name) || !isScalar || isElsewhere || path.includes(`{${name.text}`)) return []
    const hasDefault = words.some((word) => word.kind === 'mark' && word.text === '=')
    return [{ ...field(name.text), type: 'str', isRequired: !hasDefault }]
  })
}

function field(name: string): BodyField {
  return { name, type: '', of: '', isRequired: undefined, in: 'query' }
}
