import type { Code } from './code.ts'
import { Draft, type Mutated } from './draft.ts'
import { factsOf } from './facts/all.ts'
import type { Group, Program } from './group.ts'
import { meaningOf } from './meaning.ts'
import { Names } from './names.ts'

/** Renames all declarations of a file, unless a rule depends on the name. */
export function rename(code: Code, program: Program, group: Group): Mutated | undefined {
  const facts = factsOf(code.language)!.names
  if (facts.dynamic?.test(code.text) === true) return undefined
  const draft = new Draft(program, code.file)
  const meaning = meaningOf(group)
  const isRead = meaning.isRead(code.text)
  const others = [...program].flatMap(([file, text]) => (file === code.file ? [] : [text])).join('\n')
  for (const [number, { text, places }] of new Names(code).all().entries()) {
    const word = text.replace(/^\W+/, '')
    if (facts.kept.test(text) || meaning.words.has(word) || new RegExp(`\\b${word}\\b`).test(others)) continue
    // Templates and routes contain names as text.
    if (new RegExp(`[<{:$](?:\\w+:)?\\s*${word}\\b`).test(withoutCode(code))) continue
    if (places.some((place) => isRead(code.start(place), code.end(place)))) continue
    const sigil = facts.sigil ?? ''
    const wanted = [likeIn(word, `renamed${number}`), `${word}${number}`].find(
      (item) => meaning.isSame(word, item) && meaning.isSame(text, sigil + item),
    )
    if (wanted === undefined || code.text.includes(wanted)) continue
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

/** Returns a name with the same case pattern: case has a meaning in some languages. */
function likeIn(old: string, name: string): string {
  return /^[A-Z]/.test(old) ? name.toUpperCase() : name
}

const texts = new WeakMap<Code, string>()

/** Returns the strings of a file without embedded code. */
function withoutCode(code: Code): string {
  const known = texts.get(code)
  if (known !== undefined) return known
  const { strings, content } = code.vocabulary
  const parts: string[] = []
  for (const node of code.nodes()) {
    const isText = content.has(code.tree.kind[node]!)
    if (isText || (strings.has(code.tree.kind[node]!) && code.isLeaf(node))) parts.push(code.textOf(node))
  }
  const text = parts.join('\n')
  texts.set(code, text)
  return text
}
