import type { CompactTree } from './compact-tree.ts'

/** Macros with arguments like those of a call. The grammar parses the content of a macro as single tokens. */
const READABLE =
  /\b(?:format(?:_args)?|e?print(?:ln)?|write(?:ln)?|panic|todo|unimplemented|unreachable|(?:debug_)?assert(?:_eq|_ne)?|trace|debug|info|warn|error|bail|anyhow|ensure|dbg)!(?=\s{0,40}\()/g

/** Syntax of log macros only: `target: "a"`, `%name`, `?name`, `a; b`. */
const OWN_SYNTAX = /[(,=]\s{0,40}[%?]|\b(?:target|name|parent):|;\s{0,40}["\w]/

/** Own limit: characters of a macro that are searched. */
const LOOK_CHARS = 600

/** Returns the text for the grammar: the `!` of such macros becomes a space, so that they parse as calls. Offsets stay valid. */
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
