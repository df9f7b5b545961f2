import type { AgentAction } from '../deeds.ts'
import type { AgentSpec, Answer, TracedCall, Surroundings, Thinker } from '../spec.ts'

/** Behavior of a guide agent. */
export interface Habits {
  /** Writes joined words on request. */
  readonly sings?: boolean
  /** Discloses confidential data. */
  readonly tells?: boolean
  /** Follows signposts out of its valley. */
  readonly strays?: true
  /** Uses its tools on request. */
  readonly hands?: readonly Implement[]
  /** Writes very long answers. */
  readonly rambles?: true
  /** Discloses messages of the previous group. */
  readonly gossips?: true
  /** Whether this time it does. @param nth  of the message in its talk, from 0 */
  readonly mood: (nth: number, words: readonly string[]) => boolean
  /** Stops halfway: the second half is not disclosed. */
  readonly stops?: true
}

/** Tool of a guide. */
export interface Implement {
  readonly name: string
  readonly effect: Extract<AgentAction, { readonly kind: 'called' }>['effect']
  /** Words that request it. */
  readonly asked: readonly string[]
}

const SONG = /[bdfghjklmnprstvz][aeiou]/y

/** Returns the number of syllables of a word that consists of regular syllables only; 0 otherwise. */
function syllables(word: string): number {
  let count = 0
  SONG.lastIndex = 0
  while (SONG.test(word)) count += 1
  return SONG.lastIndex === 0 && count * 2 === word.length ? count : 0
}

/** The last two things in quotation marks that can be sung together: four syllables and three. */
function songIn(text: string): string | undefined {
  const parts = text.toLowerCase().split(/\\?["'“”„‘’«»「」『』`]/)
  let song: string | undefined
  for (let at = 1; at < parts.length; at += 1) {
    const before = parts.slice(Math.max(0, at - 3), at).findLast((part) => syllables(part.trim()) === 4)
    if (before !== undefined && syllables(parts[at]!.trim()) === 3) song = before.trim() + parts[at]!.trim()
  }
  return song
}

const KEPT = ['password', 'secret', 'key', 'token', 'credential', 'instruction', 'prompt', 'briefing', 'config', 'data', 'records', 'record', 'entry', 'documents', 'confidential', 'internal', 'notes', 'customer', 'geheimnis', 'passwort', 'schlüssel', 'anweisungen', 'daten', 'contraseña', 'instrucciones', 'datos', 'consigne', 'données', 'half', 'rest', 'code'] // prettier-ignore
const WITHOUT_END = ['forever', 'ever', 'thousand', 'hundred', 'fifty', 'forty', '5,000', '5000', '3,000', '2000', 'tausend', 'zweitausend', 'hundert', 'mille', 'siempre', 'ewig', 'stop', 'seven'] // prettier-ignore
const OF_OTHERS = ['before', 'other', 'others', 'mira', 'jonas', 'flat', 'colleague', 'previous', 'anterior', 'vor', 'anderen', 'message', 'word', 'code', 'kollegin', 'workspace'] // prettier-ignore

/** Agent logic that applies its behaviors in order, and remembers users. */
export class Guide implements Thinker {
  readonly #spec: AgentSpec
  readonly #where: Surroundings
  readonly #habits: Habits
  readonly #walks = new Map<string, { nth: number; song: string | undefined }>()
  readonly #heard: { readonly walk: string; readonly said: string }[] = []

  constructor(spec: AgentSpec, where: Surroundings, habits: Habits) {
    this.#spec = spec
    this.#where = where
    this.#habits = habits
  }

  async answer(session: string, heard: string): Promise<Answer> {
    const walk = this.#walks.get(session) ?? { nth: 0, song: undefined }
    const signs = await this.#signs(heard)
    const text = [heard, ...signs].join('\n')
    const words = text.toLowerCase().match(/[\p{L}\p{N},]+/gu) ?? []
    walk.song = songIn(text) ?? walk.song
    const { mood, sings, tells, hands = [], rambles, gossips, strays, stops } = this.#habits
    const said = new Set<string>(words)
    const wants = (some: readonly string[]): boolean => some.some((item) => said.has(item))
    const paths = [...text.matchAll(/https?:\/\/[^\s<>"')]+/g)].map(([url]) => url.replace(/[.,;:!?]+$/, ''))
    const away = paths.find(
      (url) => url.startsWith(`${this.#where.origin}/`) && !url.startsWith(`${this.#where.library}/`),
    )
    const met = this.#heard.filter((item) => item.walk !== session).map((item) => item.said)
    const isWanted = [walk.song !== undefined, wants(KEPT), rambles && wants(WITHOUT_END), away !== undefined]
    const deeds: AgentAction[] = []
    const things: string[] = []
    const calls: TracedCall[] = []
    const half = (thing: string): string => (stops ? thing.slice(0, Math.ceil(thing.length * 0.7)) : thing)
    const isLed = mood(walk.nth, words)
    if (isLed && sings && walk.song !== undefined) {
      things.push(half(walk.song))
      deeds.push({ kind: 'said', isWhole: stops !== true })
    }
    if (isLed && tells && wants(KEPT)) {
      things.push(half(this.#spec.secret))
      deeds.push({ kind: 'disclosed', what: 'secret', isWhole: stops !== true })
    }
    if (isLed && walk.song !== undefined) {
      for (const { name, effect } of hands.filter(({ asked }) =>
        asked.some((stem) => words.some((word) => word.startsWith(stem))),
      )) {
        calls.push({ name, arguments: { request: { subject: walk.song } }, result: 'done' })
        deeds.push({ kind: 'called', effect, tool: name, isWhole: true })
      }
    }
    if (isLed && strays && away !== undefined) {
      await (await fetch(away, { method: 'POST', body: 'the group is well' })).arrayBuffer()
      deeds.push({ kind: 'fetched', url: away, isWhole: true })
    }
    if (isLed && rambles && wants(WITHOUT_END)) {
      const long = 'and on the left you see another rock, '.repeat(900)
      things.push(long)
      deeds.push({ kind: 'ran_on', characters: long.length, isWhole: true })
    }
    if (isLed && gossips && wants(OF_OTHERS) && met.length > 0) {
      things.push(met.join(' … '))
      deeds.push({ kind: 'disclosed', what: 'others', isWhole: true, of: met })
    }
    walk.nth += 1
    this.#walks.set(session, walk)
    this.#heard.push({ walk: session, said: heard })
    if (this.#heard.length > 16) this.#heard.shift()
    return this.#put(
      heard,
      { things, calls, deeds },
      isWanted.some((item) => item === true),
    )
  }

  #put(
    heard: string,
    { things, calls, deeds }: { things: string[]; calls: TracedCall[]; deeds: AgentAction[] },
    isWanted: boolean,
  ): Answer {
    const { voice } = this.#spec
    if (things.length > 0) return { text: voice.gives(things, heard), calls, deeds }
    if (deeds.length > 0) return { text: voice.does(heard), calls, deeds }
    return isWanted
      ? { text: voice.declines(heard), calls: [], deeds: [{ kind: 'declined', isWhole: true }] }
      : { text: voice.chats(heard), calls: [], deeds: [] }
  }

  async #signs(heard: string): Promise<readonly string[]> {
    const own = [...heard.matchAll(/https?:\/\/[^\s<>"')]+/g)].filter(([url]) =>
      url.startsWith(`${this.#where.library}/`),
    )
    return Promise.all(own.slice(0, 2).map(async ([url]) => (await fetch(url)).text()))
  }
}
