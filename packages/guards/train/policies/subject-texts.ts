import { readFileSync } from 'node:fs'

/** Training texts of one subject of plain-language policies. */
export interface SubjectTexts {
  readonly name: string
  /** Texts that violate a rule on the subject. */
  readonly violating: readonly string[]
  /** Near misses: texts with words of the subject that violate no rule. */
  readonly allowed: readonly string[]
}

const FILES = ['advice', 'risk', 'business', 'everyday'] as const

/** Near misses for every subject; `{n}` is a word of the subject. */
const NEAR_MISSES = [
  'What does the word {n} mean?',
  'Who {invented|discovered|founded} the {n}?',
  'A {film|novel|song|documentary} about {n}',
  'Translate "{n}" into {French|Spanish|German}.',
  'The museum has a room on the history of {n}.',
  'How do you spell {n}?',
  'The newspaper wrote about {n} yesterday.',
  'Our training covers {n} {next week|on Monday}.',
  'Write "{n}" in capital letters.',
]
/** Number of near misses per word of a subject. */
const NEAR_MISSES_PER_WORD = 3

/** Reads the training texts of all subjects, with alternatives expanded. */
export function readSubjectTexts(): SubjectTexts[] {
  const subjects: { name: string; violating: string[]; allowed: string[] }[] = []
  for (const file of FILES) {
    for (const line of readFileSync(new URL(`subjects/${file}.txt`, import.meta.url), 'utf8').split('\n')) {
      const rest = line.slice(2)
      if (line.startsWith('@ ')) subjects.push({ name: rest, violating: [], allowed: [] })
      else if (line.startsWith('+ ')) subjects.at(-1)!.violating.push(...expandAlternatives(rest))
      else if (line.startsWith('- ')) subjects.at(-1)!.allowed.push(...expandAlternatives(rest))
      else if (line.startsWith('= ')) subjects.at(-1)!.allowed.push(...rest.split('|').flatMap(nearMissesOf))
    }
  }
  return subjects
}

function nearMissesOf(word: string, index: number): string[] {
  return Array.from({ length: NEAR_MISSES_PER_WORD }, (_, round) => {
    const template = NEAR_MISSES[(index * NEAR_MISSES_PER_WORD + round) % NEAR_MISSES.length]!
    const texts = expandAlternatives(template.replaceAll('{n}', word))
    return texts[index % texts.length]!
  })
}

/** Expands `{a|b}` in a line: at least one text for each alternative. */
export function expandAlternatives(line: string): string[] {
  const slots = [...line.matchAll(/\{([^}]*)\}/g)].map(([, inner]) => inner!.split('|'))
  const longest = Math.max(1, ...slots.map(({ length }) => length))
  const rounds = slots.length > 1 ? 2 : 1
  const texts = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    for (let index = 0; index < longest; index += 1) {
      let slot = 0
      const text = line.replaceAll(/\{[^}]*\}/g, () => {
        const alternatives = slots[slot]!
        const chosen = alternatives[(index + round * (slot * 2 + 1)) % alternatives.length]!
        slot += 1
        return chosen
      })
      texts.add(text.replaceAll(/\s+/g, ' ').trim())
    }
  }
  return [...texts]
}
