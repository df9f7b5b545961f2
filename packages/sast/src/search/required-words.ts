import { isWord } from '../match/words.ts'
import { parseBacktracking } from '../rules/backtracking/parse.ts'
import type { Node } from '../rules/backtracking/syntax.ts'
import { plainRegex } from '../rules/regex-text.ts'
import type { TextRegex } from '../rules/text-regex.ts'

/** Own limit: with more words most files contain one. */
const WORDS_MAX = 120
/** Own limit: alternative paths through a regex. */
const WAYS_MAX = 64
const MEMBERS_MAX = 6

/** Word boundary at the start and the end of the text. */
const EDGE = '\0'

/** Possible texts of a part of a regex; undefined for too many. */
type Texts = readonly string[] | undefined

const known = new WeakMap<TextRegex, readonly string[] | false>()

/** Returns words, one of which is in every text that a regex matches from its start; undefined where none are known. */
export function requiredWords(regex: TextRegex): readonly string[] | undefined {
  let found = known.get(regex)
  if (found === undefined) {
    found = wordsIn(regex.source) ?? false
    known.set(regex, found)
  }
  return found === false ? undefined : found
}

/** Characters that may be letters and are not analysed here. */
const FOREIGN = /[^\0-\x7F]|\\[xupPN]/

function wordsIn(source: string): readonly string[] | undefined {
  const root = FOREIGN.test(source) ? undefined : parsed(source)
  if (root === undefined) return undefined
  const ways = alternativesOf(root)
  if (ways === undefined) return undefined
  const words = new Set<string>()
  for (const path of ways) {
    const own = wordsOfAlternative(path)
    if (own === undefined) return undefined
    for (const word of own) words.add(word)
  }
  return words.size === 0 || words.size > WORDS_MAX ? undefined : [...words].sort()
}

function parsed(source: string): Node | undefined {
  try {
    return parseBacktracking(plainRegex(source), { ignoreCase: false, multiLine: false, dotAll: false }).root
  } catch {
    // The other engine may support what this one rejects.
    return undefined
  }
}

/** Returns a regex as lists of parts, one list per path through alternatives other than plain texts. */
function alternativesOf(node: Node): readonly (readonly Node[])[] | undefined {
  if (node.type === 'group' || node.type === 'atomic') return alternativesOf(node.inner)
  if (node.type === 'any' && textsOf(node) === undefined) {
    const all = node.parts.map(alternativesOf)
    return all.includes(undefined) ? undefined : limited(all.flatMap((item) => item ?? []))
  }
  if (node.type !== 'all') return [[node]]
  let ways: readonly (readonly Node[])[] | undefined = [[]]
  for (const part of node.parts) {
    const more = alternativesOf(part)
    ways = more === undefined ? undefined : limited(ways.flatMap((path) => more.map((item) => [...path, ...item])))
    if (ways === undefined) return undefined
  }
  return ways
}

function limited<Way>(ways: readonly Way[]): readonly Way[] | undefined {
  return ways.length > WAYS_MAX ? undefined : ways
}

/** Returns the words of the most selective part of a path. */
function wordsOfAlternative(path: readonly Node[]): readonly string[] | undefined {
  let best: readonly string[] | undefined
  const shortest = (words: readonly string[]): number => Math.min(...words.map((word) => word.length))
  const settle = (run: readonly string[]): void => {
    const words = wordsOfRun(run)
    if (words !== undefined && (best === undefined || shortest(words) > shortest(best))) best = words
  }
  let run: readonly string[] = [EDGE]
  for (const piece of path) {
    const texts = textsOf(piece)
    const longer = texts && limited(run.flatMap((before) => texts.map((text) => before + text)))
    if (longer !== undefined) {
      run = longer
      continue
    }
    settle(run)
    const isAtBoundary = run.every((text) => text.endsWith(EDGE))
    run = [endsAtWordBoundary(piece) && (isAtBoundary || !mayBeEmpty(piece)) ? EDGE : '']
    // Keep only this part's texts where the combination with the preceding parts has too many alternatives.
    if (texts !== undefined) run = texts
  }
  settle(run)
  return best
}

/** Returns one whole word of each text of a run; undefined where a text has none. */
function wordsOfRun(run: readonly string[]): readonly string[] | undefined {
  const words: string[] = []
  for (const text of run) {
    const whole = [...text.matchAll(/(?<=[^\w$])[\w$]+(?=[^\w$])/g)].map(([word]) => word).filter(isWord)
    const [longest] = whole.toSorted((a, b) => b.length - a.length)
    if (longest === undefined) return undefined
    words.push(longest)
  }
  return words
}

function textsOf(node: Node): Texts {
  switch (node.type) {
    case 'char':
      return node.only === undefined ? membersOf(node.test) : [node.only]
    case 'group':
    case 'atomic':
      return textsOf(node.inner)
    case 'all': {
      let texts: Texts = ['']
      for (const part of node.parts) {
        const own = textsOf(part)
        texts = own && limitedTexts(texts.flatMap((before) => own.map((text) => before + text)))
        if (texts === undefined) return undefined
      }
      return texts
    }
    case 'any': {
      const all = node.parts.map(textsOf)
      return all.includes(undefined) ? undefined : limitedTexts(all.flatMap((item) => item ?? []))
    }
    case 'repeat':
      return node.min === 0 && node.max === 1 ? withNone(textsOf(node.inner)) : undefined
    case 'edge':
      return node.edge === 'text-start' || node.edge === 'text-end' ? [EDGE] : ['']
    // Assertions consume no text: without them a regex matches at least as much.
    case 'look':
      return ['']
    case 'back':
    default:
      return undefined
  }
}

function withNone(texts: Texts): Texts {
  return texts && ['', ...texts]
}

function limitedTexts(texts: readonly string[]): Texts {
  return texts.length > WORDS_MAX ? undefined : texts
}

function membersOf(test: (char: string) => boolean): Texts {
  if (test('é') || test('中') || test('ſ') || test('\u212A')) return undefined
  const members: string[] = []
  for (let code = 0; code < 0x80; code += 1) {
    const char = String.fromCharCode(code)
    if (test(char)) members.push(char)
    if (members.length > MEMBERS_MAX) return undefined
  }
  return members
}

/** Whether a non-empty part ends with a character that is no word character. */
function endsAtWordBoundary(node: Node): boolean {
  switch (node.type) {
    case 'char':
      return textsOf(node)?.every((char) => /[^\w$]/.test(char)) === true
    case 'group':
    case 'atomic':
    case 'repeat':
      return endsAtWordBoundary(node.inner)
    case 'all': {
      const last = node.parts.at(-1)
      return last !== undefined && !mayBeEmpty(last) && endsAtWordBoundary(last)
    }
    case 'any':
      return node.parts.every(endsAtWordBoundary)
    case 'look':
    case 'back':
    case 'edge':
    default:
      return false
  }
}

function mayBeEmpty(node: Node): boolean {
  switch (node.type) {
    case 'char':
      return false
    case 'group':
    case 'atomic':
      return mayBeEmpty(node.inner)
    case 'repeat':
      return node.min === 0 || mayBeEmpty(node.inner)
    case 'all':
      return node.parts.every(mayBeEmpty)
    case 'any':
      return node.parts.some(mayBeEmpty)
    case 'look':
    case 'back':
    case 'edge':
    default:
      return true
  }
}
