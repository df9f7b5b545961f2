import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import type { Group, Program } from './group.ts'

const SCRIPTS = new Set(['javascript', 'typescript', 'tsx'])

/** Reads members by `a['b']`. */
export function bracketAccess(code: Code, program: Program, _group: Group): Mutated | undefined {
  return accessed(code, program, (name) => `['${name}']`)
}

/** Reads members by `a?.b`. */
export function optionalAccess(code: Code, program: Program, _group: Group): Mutated | undefined {
  return accessed(code, program, (name) => `?.${name}`)
}

function accessed(code: Code, program: Program, write: (name: string) => string): Mutated | undefined {
  if (!SCRIPTS.has(code.language.name)) return undefined
  const draft = new Draft(program, code.file)
  for (const node of code.nodes()) {
    if (code.kind(node) !== 'member_expression' || !isRead(code, node)) continue
    const [object, property] = [code.child(node, 'object'), code.child(node, 'property')]
    if (code.kind(property) !== 'property_identifier' || /^(?:super|import)$/.test(code.textOf(object))) continue
    if (code.text.slice(code.end(object), code.start(property)) !== '.') continue
    draft.replace(code.end(object), code.end(property), write(code.textOf(property)))
  }
  return draft.count === 0 ? undefined : draft.done()
}

/** Whether a member is read as a value: not called, not assigned, and not part of a call or assignment. */
function isRead(code: Code, node: number): boolean {
  if (/^(?:module|process|import)\b/.test(code.textOf(node)) || isDecorator(code, node)) return false
  for (let item = node, parent = code.parent(item); parent !== -1; item = parent, parent = code.parent(item)) {
    const kind = code.kind(parent)
    if (kind === 'member_expression' && code.child(parent, 'object') === item) continue
    if (kind === 'subscript_expression' && code.child(parent, 'object') === item) continue
    const field = ['left', 'function', 'constructor', 'tag'].find((name) => code.child(parent, name) === item)
    if (field === 'function') return item !== node && code.kind(parent) === 'call_expression'
    return field === undefined && !/update|unary|decorator|jsx|pattern|heritage|extends/.test(kind)
  }
  return false
}

/** Whether a node is in a decorator: `@a.b()`. */
function isDecorator(code: Code, node: number): boolean {
  for (let item = node; item !== -1; item = code.parent(item)) if (code.kind(item) === 'decorator') return true
  return false
}

/** Equivalent ways to read request data, by language. */
const READS: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  python: [
    [
      /\b(request\.(?:args|form|values|cookies|headers|GET|POST|COOKIES|META|query_params))\[('[^'\n]*'|"[^"\n]*")\]/g,
      '$1.get($2)',
    ],
    [/\b(request\.(?:args|form|values|cookies|GET|POST|COOKIES))\.get\(('[^'\n]*'|"[^"\n]*")\)/g, '$1[$2]'],
  ],
  ruby: [
    [/\bparams\[(:\w+)\]/g, 'params.fetch($1)'],
    [/\bparams\[:(\w+)\](?=\W)/g, "params['$1']"],
  ],
  php: [[/(\$_(?:GET|POST|REQUEST|COOKIE))\[('\w+')\](?!\s*(?:=[^=]|\?\?))/g, '($1[$2] ?? null)']],
  java: [[/\b(req|request)\.getParameter\(("\w+")\)/g, '$1.getParameterValues($2)[0]']],
}

/** Reads parts of a request the other usual way: an index for a getter, a getter for an index. */
export function otherAccess(code: Code, program: Program, _group: Group): Mutated | undefined {
  const draft = new Draft(program, code.file)
  for (const [pattern, instead] of READS[code.language.name] ?? [])
    for (const match of code.text.matchAll(pattern)) {
      const end = match.index + match[0].length
      // An assigned index is no read, and neither is one in a string.
      if (/^\s*(?:[+|]{0,2}=[^=~])/.test(code.text.slice(end, end + 8)) || isInText(code, match.index)) continue
      draft.replace(match.index, end, match[0].replace(new RegExp(pattern.source), instead))
    }
  return draft.count === 0 ? undefined : draft.done()
}

function isInText(code: Code, offset: number): boolean {
  for (const node of code.nodes())
    if (
      code.isLeaf(node) &&
      code.start(node) <= offset &&
      code.end(node) > offset &&
      /string|content|comment|heredoc|fragment/.test(code.kind(node))
    )
      return true
  return [...code.nodes()].some(
    (node) => /encapsed|shell_command/.test(code.kind(node)) && code.start(node) <= offset && code.end(node) > offset,
  )
}
