import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { factsOf } from './facts/all.ts'
import type { LanguageFacts } from './facts/facts.ts'
import type { Group, Program } from './group.ts'
import { meaningOf } from './meaning.ts'

/** Writes a file with other lines, indents, blanks, quotes, commas and semicolons, and with comments between. */
export function reformat(code: Code, program: Program, group: Group): Mutated | undefined {
  const { layout } = factsOf(code.language)!
  const draft = new Draft(program, code.file)
  const isRead = meaningOf(group).isRead(code.text)
  const change = (start: number, end: number, text: string): void => {
    if (!isRead(start, end)) draft.replace(start, end, text)
  }
  const fixed = new Set(layout.fixed)
  const ends = new Set<number>()
  for (let node = 0; node < code.tree.count;) {
    requote(code, node, layout, change)
    if (fixed.has(code.kind(node)) && code.isNamed(node)) {
      node = code.tree.next[node]!
      continue
    }
    if (code.isNamed(node)) {
      spread(code, node, layout, change)
      comment(code, node, layout, change)
      terminate(code, node, layout, ends, change)
    }
    node += 1
  }
  indent(code, fixed, change)
  return draft.count === 0 ? undefined : draft.done()
}

type Change = (start: number, end: number, text: string) => void

function requote(code: Code, node: number, { quotes }: LanguageFacts['layout'], change: Change): void {
  if (quotes === undefined || code.kind(node) !== quotes.kind || !code.isNamed(node)) return
  const text = code.textOf(node)
  const { from, to } = quotes
  if (text.length < 2 || !text.startsWith(from) || !text.endsWith(from) || text.startsWith(from.repeat(3))) return
  const message = text.slice(1, -1)
  if (quotes.unless.test(message) || message.includes(from) || code.stands(node, 'import_spec.path')) return
  change(code.start(node), code.start(node) + 1, to)
  change(code.end(node) - 1, code.end(node), to)
}

/** A list over several lines, with a comment in it. */
function spread(code: Code, node: number, layout: LanguageFacts['layout'], change: Change): void {
  const { words, lists, trailing } = layout
  const children = code.children(node)
  if (words !== undefined && code.kind(node) === words.kind) {
    for (const [at, child] of children.entries()) {
      const before = children[at - 1]
      if (before === undefined || !/^[ \t]+$/.test(code.text.slice(code.end(before), code.start(child)))) continue
      change(code.end(before), code.start(child), words.text)
    }
    return
  }
  if (!lists.includes(code.kind(node))) return
  const [first] = children
  const last = children.at(-1)
  const inner = code.named(node)
  if (first === undefined || last === undefined || inner.length === 0 || !/^[([{]$/.test(code.textOf(first))) return
  const step = `\n${code.indentAt(code.start(node))}      `
  for (const [at, child] of children.entries()) {
    const after = children[at + 1]
    if (after === undefined || !/^[([{,]$/.test(code.textOf(child)) || !/^[ \t]*$/.test(gap(code, child, after)))
      continue
    if (code.isComment(after) || after === last) continue
    change(code.end(child), code.start(after), `${at === 0 ? ` ${layout.comment} as follows` : ''}${step}`)
  }
  const tail = children.at(-2)!
  const canTrail = trailing.includes(code.kind(node)) && code.isNamed(tail) && !code.isComment(tail)
  if (!/^[ \t]*$/.test(gap(code, tail, last)) || !/^[)\]}]$/.test(code.textOf(last))) return
  if (canTrail && !/splat|spread|generator|comprehension|rest|block/.test(code.kind(tail)))
    change(code.end(tail), code.start(last), ` , `)
  else if (code.textOf(last) === ')') change(code.end(tail), code.start(last), '  ')
}

/** A line of its own between two statements. */
function comment(code: Code, node: number, { comment: sign }: LanguageFacts['layout'], change: Change): void {
  if (!code.isBlock(node)) return
  const children = code.children(node)
  for (const [at, child] of children.entries()) {
    const before = children[at - 1]
    if (before === undefined || !code.isNamed(child) || code.isComment(child)) continue
    const between = gap(code, before, child)
    if (code.isComment(before) || !/^\s*\n\s*$/.test(between)) continue
    change(code.start(child), code.start(child), `${sign} then\n${code.indentAt(code.start(child)).repeat(2)}`)
  }
}

function terminate(
  code: Code,
  node: number,
  { semicolons }: LanguageFacts['layout'],
  ends: Set<number>,
  change: Change,
): void {
  const isStatement = semicolons.includes(code.kind(node)) && code.isBlock(code.parent(node))
  const end = code.end(node)
  if (!isStatement || ends.has(end) || code.text[end - 1] === ';' || !/^[ \t]*(?:\n|$)/.test(code.text.slice(end)))
    return
  ends.add(end)
  change(end, end, ';')
}

/** Doubles the indentation, except for lines that start within a string. */
function indent(code: Code, fixed: ReadonlySet<string>, change: Change): void {
  const within: (readonly [number, number])[] = []
  for (const node of code.nodes()) {
    if (fixed.has(code.kind(node)) && code.isNamed(node) && code.end(node) > code.start(node))
      within.push([code.start(node), code.end(node)])
  }
  for (const start of code.lines) {
    const blanks = /^[ \t]+(?=\S)/.exec(code.text.slice(start, start + 200))?.[0]
    if (blanks === undefined || within.some(([from, end]) => from < start && start < end)) continue
    change(start, start, blanks)
  }
}

function gap(code: Code, before: number, after: number): string {
  return code.text.slice(code.end(before), code.start(after))
}
