import { buildAutomaton } from '@gatehouse/kernel/match'
import { VENDOR_RULES } from '../../rules/vendor-rules.ts'
import { isLikely, literalOf, type Shape } from '../marks.ts'
import type { AssignedValue } from './joint.ts'

/** Common words in names of secrets: they do not identify a vendor. */
const TOO_COMMON: ReadonlySet<string> = new Set(['token', 'auth', 'bot', 'api_key', 'apikey', 'secret_key'])

/** Additional words for a vendor without words in its formats. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  HashiCorp: ['vault'],
  Facebook: ['fb_', 'instagram'],
  Bitwarden: ['bws_'],
  'Yandex Cloud': ['yc_'],
}

/** Structures without a literal prefix, by the words of their names. */
const shapesByName = shapesByWord()
const WORDS = [...shapesByName.keys()]
const nameAutomaton = buildAutomaton(WORDS, { ignoreCase: true })

/** Ambiguous words, which identify their vendor only in a name for a key or token. */
const ORDINARY: ReadonlySet<string> = new Set(
  'linear segment atlas square uptime cognitive together drone watson azure devops secret_access secretaccess session_token sessiontoken security_token subscription_key privatekey presharedkey'.split(
    ' ',
  ),
)
const WORD_UNITS_MIN = 5

/** Vendor words whose value is checked even if its name does not indicate a key: `ALGOLIA = "…"`. */
export const VENDOR_WORDS: readonly string[] = WORDS.filter(
  (word) => word.length >= WORD_UNITS_MIN && !ORDINARY.has(word),
)

/** Returns the vendor structure that matches the whole value, for a vendor word in `context`. */
export function vendorShape(context: string, text: string, { start, end }: AssignedValue): Shape | undefined {
  let found: Shape | undefined
  nameAutomaton.scan(context, (word) => {
    for (const shape of shapesByName.get(WORDS[word] ?? '') ?? []) {
      const { form } = shape.picture
      form.lastIndex = start
      const match = form.exec(text)
      if (match === null || match[0].length !== end - start || !isLikely(match, shape.picture)) continue
      if (shape.rule.format?.check?.(match[0]) !== false) found = shape
    }
  })
  return found
}

function shapesByWord(): ReadonlyMap<string, readonly Shape[]> {
  const shapes = new Map<string, Shape[]>()
  for (const rule of VENDOR_RULES) {
    const { format } = rule
    if (format === undefined) continue
    for (const picture of format.pictures) {
      const shape = { rule, picture }
      if (format.names.length === 0 && literalOf(shape) !== undefined) continue
      const names =
        format.names.length > 0 ? format.names : [firstWord(format.vendor), ...(ALIASES[format.vendor] ?? [])]
      for (const name of names) if (!TOO_COMMON.has(name)) shapes.set(name, [...(shapes.get(name) ?? []), shape])
    }
  }
  return shapes
}

function firstWord(vendor: string): string {
  return vendor.toLowerCase().split(/[^a-z0-9]/)[0] ?? ''
}
