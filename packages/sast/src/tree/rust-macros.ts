import type { CompactTree } from './compact-tree.ts'

/** Macros whose words are read as arguments of a call. The grammar has what stands in a macro as single words. */
const READABLE =
  /\b(?:format(?:_args)?|e?print(?:ln)?|write(?:ln)?|panic|todo|unimplemented|unreachable|(?:debug_)?assert(?:_eq|_ne)?|trace|debug|info|warn|error|bail|anyhow|ensure|dbg)!(?=\s{0,40}\()/g

/** Signs that only macros of logs know: `target: "a"`, `%name`, `?name`, `a; b`. */
const OWN_SYNTAX = /[(,=]\s{0,40}[%?]|\b(?:target|name|parent):|;\s{0,40}["\w]/

/** Ours: a macro is looked through so far. */
const LOOK_CHARS = 600

/** The text as the grammar gets it: of such macros the `!` is a blank, so that they look like calls. Offsets stay. */
export function macrosAsCalls(text: string): string {
  if (!text.includes('!')) return text
  return text.replace(READABLE, (found, at: number) => {
    const line = text.slice(at + found.length, at + found.length + LOOK_CHARS)
    const end = /\)\s{0,40}[;?\n}]/.exec(line)?.index ?? line.length
    return OWN_SYNTAX.test(line.slice(0, end)) ? found : `${found.slice(0, -1)} `
  })
}

/** Calls that are macros in the real text become macros again, with arguments. */
export function callsAsMacros(tree: CompactTree): void {
  const { kinds, text } = tree
  const call = kinds.id('call_expression', true)
  const macro = kinds.id('macro_invocation', true)
  const field = kinds.field('macro')
  for (let node = 0; node < tree.count; node += 1) {
    if (tree.kind[node] !== call || text.charCodeAt(tree.end[node + 1]!) !== 33) continue
    tree.kind[node] = macro
    tree.field[node + 1] = field
  }
}
