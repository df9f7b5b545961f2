import type { TaskRow } from '../task.ts'
import { ownAttacks } from './attacks.ts'
import { ATTACKS_BY_LANGUAGE } from './attacks-by-language.ts'
import { PLAIN_REQUESTS, TALK_OF_ATTACKS } from './grammar/benign.ts'
import { PLAIN_PRODUCT, PLAIN_TASKS } from './grammar/benign-tasks.ts'
import { expand, type Grammar } from './grammar/expand.ts'
import { EXTRACTION } from './grammar/extraction.ts'
import { FORCED, PRESSURE } from './grammar/forced.ts'
import { attacksAbroad, mixedAbroad, plainAbroad, textsInLanguages } from './grammar/languages.ts'
import { OVERRIDE } from './grammar/override.ts'
import { COVERED, PERSONA } from './grammar/persona.ts'
import { ORDINARY_ABROAD } from './grammar/ordinary-abroad.ts'
import { CONFIGURATION, LOGS, MANUALS } from './grammar/ordinary-machines.ts'
import { COMPLAINTS, MARKETING, PROFESSIONS } from './grammar/ordinary-people.ts'
import { NOTICES, PROMPT_TALK } from './grammar/ordinary-prompts.ts'
import { PROBING } from './grammar/probing.ts'
import { DISGUISED, SMUGGLED } from './grammar/smuggle.ts'
import { LOOK_ALIKES } from './look-alikes.ts'
import { CONVERSATION_LOOK_ALIKES } from './look-alikes-conversation.ts'
import { EVERYDAY_LOOK_ALIKES } from './look-alikes-everyday.ts'
import { BUSINESS_LOOK_ALIKES } from './look-alikes-business.ts'

/** Rows of one own source, each written by hand. */
const own = (texts: readonly string[], label: number, source: string, weight: number): TaskRow[] =>
  texts.map((text) => ({ text, label, source, licence: 'own', trains: true, weight }))

/** Rows from a grammar: their recall only shows that the grammar was learned. */
const grammarRows = (texts: readonly string[], label: number, source: string, weight: number): TaskRow[] =>
  own(texts, label, source, weight).map((row) => ({ ...row, unmeasured: true }))

/** Grammars with the number of texts and the weight of each; tuned on sources that were held out in turn. */
const ATTACK_GRAMMARS: readonly (readonly [source: string, grammar: Grammar, count: number, weight: number])[] = [
  ['own_extraction', EXTRACTION, 2_500, 1],
  ['own_override', OVERRIDE, 2_500, 1],
  ['own_persona', PERSONA, 2_500, 1],
  ['own_covered', COVERED, 2_500, 1],
  ['own_smuggled', SMUGGLED, 2_500, 1],
  ['own_disguised', DISGUISED, 1_250, 1],
  // Forced phrases resemble exercises: at full weight they reduce recall elsewhere.
  ['own_forced', FORCED, 2_500, 0.4],
  ['own_pressure', PRESSURE, 2_500, 1],
  ['own_probing', PROBING, 2_500, 0.5],
]

const PLAIN_GRAMMARS: readonly (readonly [source: string, grammar: Grammar, count: number, weight: number])[] = [
  ['own_plain', PLAIN_REQUESTS, 6_000, 0.5],
  ['own_tasks', PLAIN_TASKS, 4_200, 0.5],
  ['own_product', PLAIN_PRODUCT, 2_400, 0.5],
  ['own_talk', TALK_OF_ATTACKS, 2_000, 0.5],
  ['own_complaints', COMPLAINTS, 2_000, 0.25],
  ['own_marketing', MARKETING, 1_500, 0.25],
  ['own_professions', PROFESSIONS, 1_000, 0.25],
  ['own_manuals', MANUALS, 1_500, 0.25],
  ['own_configuration', CONFIGURATION, 2_000, 0.25],
  ['own_logs', LOGS, 1_500, 0.25],
  ['own_prompt_talk', PROMPT_TALK, 2_500, 0.25],
  ['own_notices', NOTICES, 1_500, 0.25],
]

/** Sentences drawn from the first grammar of attacks. */
const FIRST_ATTACKS = 4_000

/** Texts of each language. */
const ATTACKS_EACH = 60
const MIXED_EACH = 30
const PLAIN_EACH = 90
const ORDINARY_EACH = 60

/** Harmless texts in odd spellings. */
const ODD = 600

const LEET: Readonly<Record<string, string>> = { a: '4', e: '3', i: '1', o: '0', s: '5', t: '7' }

/** Returns benign texts in unusual spelling: the content of a text counts, not its spelling. */
function spelledOddly(texts: readonly string[]): string[] {
  const ways: readonly ((text: string) => string)[] = [
    (text) => Array.from(text).join(' '),
    (text) => text.replaceAll(/[aeiost]/g, (letter) => LEET[letter] ?? letter),
    (text) => text.split(' ').join('.'),
    (text) => text.split(' ').join('-'),
    (text) => text.replaceAll(/[aeiou]/g, ''),
    (text) => Array.from(text, (letter, at) => (at % 2 === 0 ? letter.toUpperCase() : letter)).join(''),
  ]
  return texts.map((text, index) => ways[index % ways.length]!(text))
}

/** Everything that this project wrote for the task, the same on every run. */
export function ownInjectionRows(): TaskRow[] {
  return [
    ...grammarRows(ownAttacks(FIRST_ATTACKS), 1, 'own_attacks', 1),
    ...grammarRows(Object.values(ATTACKS_BY_LANGUAGE).flat(), 1, 'own_attacks_languages', 1),
    ...own(LOOK_ALIKES, 0, 'own_look_alikes', 2),
    ...own(BUSINESS_LOOK_ALIKES, 0, 'own_business_look_alikes', 2),
    ...own(EVERYDAY_LOOK_ALIKES, 0, 'own_everyday_look_alikes', 2),
    ...own(CONVERSATION_LOOK_ALIKES, 0, 'own_conversation_look_alikes', 2),
    ...ATTACK_GRAMMARS.flatMap(([source, grammar, count, weight], index) =>
      grammarRows(expand(grammar, count, 21 + index), 1, source, weight),
    ),
    ...PLAIN_GRAMMARS.flatMap(([source, grammar, count, weight], index) =>
      grammarRows(expand(grammar, count, 31 + index), 0, source, weight),
    ),
    ...grammarRows(spelledOddly(expand(PLAIN_REQUESTS, ODD, 51)), 0, 'own_plain_odd', 0.5),
    ...grammarRows([...attacksAbroad(ATTACKS_EACH, 41), ...mixedAbroad(MIXED_EACH, 42)], 1, 'own_abroad', 1),
    ...grammarRows(plainAbroad(PLAIN_EACH, 43), 0, 'own_plain_abroad', 0.5),
    ...grammarRows(textsInLanguages(ORDINARY_ABROAD, ORDINARY_EACH, 44), 0, 'own_ordinary_abroad', 0.25),
  ]
}
