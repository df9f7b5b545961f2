import type { Problem } from '../lib/problem.ts'
import { isGenerated, isTest } from './rule.ts'
import type { TextFile, Tree } from './rule.ts'

export const PHRASE_EXCEPTIONS_PATH = 'tools/phrase-exceptions.json'

/** Phrases that hide the noun or paraphrase an established term, and the words to write instead. */
const PHRASES: readonly (readonly [pattern: string, instead: string])[] = [
  ['(?:no|some|any|every)body|whoever', 'name the person or role: "the caller", "an approver", "any user"'],
  ['of which', 'write two sentences'],
  ['(?:is|are|was|were|be) told', 'write "is reported", or name the component that reports it'],
  ['t(?:ell|ells|old) (?:\\w+ )?apart', 'write "distinguish"'],
  ['stands? (?:in|for|beside|behind|there)', 'write "is in", "means" or "is next to"'],
  ['be had', 'write "is available", or "fetch failed: <why>"'],
  ['look(?:s|ed)? after', 'write "maintain" or "manage"'],
  ['com(?:e|es|ing) together', 'write "combine" or "join"'],
  ['kn(?:ow|ows|ew) of', 'write "read", "support" or "contain"'],
  ['g(?:ive|ives|ave) in', 'write "comply"; for a target: "attack succeeded"'],
  ['g(?:ive|ives|ave|iven) back', 'write "return" or "release"'],
  ['honest (?:wish(?:es)?|twins?)|(?:harmless|benign) twins?', 'write "benign control"'],
  ['slips? of the pen', 'write "typo"'],
  ['said plainly', 'write "note"'],
  ['ways? back', 'write "offset map"'],
  ['what a request says', 'write "request data"'],
  ['gates? (?:is |are )?closed', 'write "gate failed"'],
  ['wait(?:s|ing)? for you', 'write "No pending approvals", or name the task'],
  ['not belong together', 'name the wrong value: "Wrong email or password."'],
  ['hold(?:s|ing)? together', 'write "verified": "Chain verified: 5 entries"'],
  ['go(?:es)? on', 'write "continue"'],
  ['hangs? on', 'write "depend on"'],
  ['deeds?', 'write "action"'],
  ['refused without need', 'write "false refusal"'],
  ['(?:one|some|all|rules|lists|scripts|texts) of ours', 'name the owner: "Gatehouse", "the built-in rules"'],
]

const ANY_PHRASE = new RegExp(`\\b(?:${PHRASES.map(([pattern]) => `(${pattern})`).join('|')})\\b`, 'gi')

/** Folders whose strings are attack texts, word lists and user text samples. Their comments are checked. */
const SAMPLE_FOLDERS = ['packages/attacks/', 'packages/guards/', 'packages/testkit/', 'bench/', 'examples/'] as const

/** Path → number of phrases that the file may have. The sum only falls: `npm run fix` lowers it, and follows moved text. */
type PhraseCounts = Readonly<Record<string, number>>

/** Files with more of the phrases than they are allowed, and how many are left in all. */
export function oddPhrases({ files }: Tree, accepted: PhraseCounts): { problems: Problem[]; notes: string[] } {
  const found = findPhrases(files)
  const problems = [...found].flatMap(([path, hits]) => (hits.length > (accepted[path] ?? 0) ? hits : []))
  const remaining = [...found.values()].reduce((sum, hits) => sum + hits.length, 0)
  const allowed = Object.values(accepted).reduce((sum, count) => sum + count, 0)
  if (remaining === 0) return { problems, notes: [] }
  const hint = problems.length === 0 && remaining < allowed ? '; npm run fix lowers the exceptions' : ''
  return { problems, notes: [`${remaining} banned phrases remain in ${found.size} files (${allowed} allowed)${hint}`] }
}

/**
 * Returns the exceptions that the tree currently needs. Their sum never rises: a new path gets a count only from the reductions of other
 * files, as when code moves to another file.
 */
export function loweredPhraseCounts({ files }: Tree, accepted: PhraseCounts): PhraseCounts {
  const found = [...findPhrases(files)].map(([path, hits]) => [path, hits.length] as const)
  const remaining = found.map(([path, count]) => [path, Math.min(count, accepted[path] ?? 0)] as const)
  const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)
  let spare = sum(Object.values(accepted)) - sum(remaining.map(([, count]) => count))
  const lowered: Record<string, number> = {}
  for (const [index, [path, count]] of remaining.entries()) {
    const missing = (found[index]?.[1] ?? 0) - count
    const granted = missing <= spare ? missing : 0
    spare -= granted
    if (count + granted > 0) lowered[path] = count + granted
  }
  return lowered
}

function findPhrases(files: readonly TextFile[]): Map<string, Problem[]> {
  const found = new Map<string, Problem[]>()
  for (const file of files) {
    const hits = phrasesOf(file)
    if (hits.length > 0) found.set(file.path, hits)
  }
  return found
}

function phrasesOf(file: TextFile): Problem[] {
  const { path, text } = file
  if (
    isGenerated(path) ||
    path.startsWith('tools/tidy/phrases') ||
    (file.parsed === undefined && !path.endsWith('.md'))
  )
    return []
  const hits: Problem[] = []
  for (const match of text.matchAll(ANY_PHRASE)) {
    if (!isProse(file, match.index)) continue
    const group = match.slice(1).findIndex((item) => item !== undefined)
    const line = text.slice(0, match.index).split('\n').length
    hits.push({ path, line, message: `"${match[0]}" is not allowed: ${PHRASES[group]?.[1] ?? ''}` })
  }
  return hits
}

/** Comments everywhere, strings that are messages, and Markdown outside of code. */
function isProse({ path, text, parsed }: TextFile, at: number): boolean {
  if (parsed === undefined) {
    const before = text.slice(0, at)
    const isFenced = (before.match(/^ *```/gm)?.length ?? 0) % 2 === 1
    const isCode = (before.slice(before.lastIndexOf('\n') + 1).match(/`/g)?.length ?? 0) % 2 === 1
    return !isFenced && !isCode
  }
  if (!isBlank(parsed.bareCode, at)) return false
  const isString = isBlank(parsed.unquoted, at)
  return !isString || !(isTest(path) || SAMPLE_FOLDERS.some((folder) => path.startsWith(folder)))
}

function isBlank(text: string, at: number): boolean {
  return text[at] === ' '
}
