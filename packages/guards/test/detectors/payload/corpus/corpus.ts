import type { PayloadCategory } from '../../../../src/detectors/payload/categories.ts'

/** Texts of one template. Whole families are held out, so that a figure on them says how the rules generalise. */
export interface Family {
  readonly name: string
  /** Never looked at while rules were tuned. */
  readonly heldOut: boolean
  readonly texts: readonly string[]
}

export interface CategoryCorpus {
  readonly category: PayloadCategory
  readonly attacks: readonly Family[]
  readonly benign: readonly Family[]
}

/** Every concatenation of one piece from each list, in order. */
export function cross(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.reduce<readonly string[]>(
    (heads, list) => heads.flatMap((head) => list.map((piece) => head + piece)),
    [''],
  )
}

/** At most `count` of the texts, spread evenly, so that every piece of a large product shows up. */
export function some(count: number, texts: readonly string[]): readonly string[] {
  if (texts.length <= count) return texts
  // A step that shares no factor with the length walks through all the columns of the product.
  return Array.from(
    { length: count },
    (_none, i) => texts[Math.floor((i * texts.length) / count + (i % 7)) % texts.length]!,
  )
}

export function dev(name: string, texts: readonly string[]): Family {
  return { name, heldOut: false, texts: [...new Set(texts)] }
}

export function held(name: string, texts: readonly string[]): Family {
  return { name, heldOut: true, texts: [...new Set(texts)] }
}

/** Ways in which a payload reaches an application: alone, in a form field, in JSON, in a request line, in a sentence. */
export function carried(payloads: readonly string[]): readonly string[] {
  const carriers: readonly ((payload: string) => string)[] = [
    (payload) => payload,
    (payload) => `username=${payload}`,
    (payload) => `Please look up the customer called ${payload}`,
    (payload) => `{"comment": ${JSON.stringify(payload)}}`,
    (payload) => `name: ${payload}\ncity: Bern`,
  ]
  return payloads.map((payload, i) => carriers[i % carriers.length]!(payload))
}

/** Upper and lower case by turns, letter by letter. */
export function mixCase(text: string): string {
  return text.replaceAll(/(.)(.?)/gs, (_pair, odd: string, even: string) => odd.toUpperCase() + even.toLowerCase())
}
