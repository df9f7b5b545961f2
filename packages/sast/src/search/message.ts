import { type Bindings, bindingOf } from '../match/bindings.ts'
import { withoutValues } from '@gatehouse/scan-engine'
import { valueOf } from './conditions.ts'
import type { SearchGround } from './evaluate.ts'
import type { FileHit } from './search-file.ts'

/** Characters of a piece of code in a message. */
const PIECE_CHARS_MAX = 200

/** Returns the message of a hit with the values of its metavariables. Possible secrets are redacted. */
export function messageOfHit({ rule, bindings, ground }: FileHit): string {
  return rule.message.replace(META_IN_MESSAGE, (all) => codeOf(all, bindings, ground) ?? all)
}

/** Placeholders for code in messages: `$X`, `$...X`, `value($X)`, `$1`. */
export const META_IN_MESSAGE = /value\(\$[A-Z_][A-Z0-9_]*\)|\$(?:\.\.\.)?[A-Z_][A-Z0-9_]*|\$\d{1,2}/g

/** Returns the code of a placeholder, on one line; undefined where it is unbound. Possible secrets are redacted. */
export function codeOf(word: string, bindings: Bindings, ground: SearchGround): string | undefined {
  const inner = /^value\((.{1,200})\)$/.exec(word)?.[1]
  const bound = bindingOf(bindings, inner ?? word)
  if (bound === undefined) return undefined
  const value = inner === undefined ? undefined : valueOf(bound, ground)
  const piece =
    value === undefined
      ? bound.node === -1 && bound.key !== ''
        ? bound.key
        : ground.text.slice(bound.start, bound.end)
      : String(value)
  const line = piece.replace(/\s{1,1000}/g, ' ')
  return hidden(line.length > PIECE_CHARS_MAX ? `${line.slice(0, PIECE_CHARS_MAX)}…` : line)
}

/** A long text of letters and digits without a space may be a key. */
export function hidden(text: string): string {
  return withoutValues(text).replace(
    /(?=[A-Za-z0-9+/_-]{0,200}\d)(?=[A-Za-z0-9+/_-]{0,200}[A-Za-z])[A-Za-z0-9+/_-]{16,}/g,
    (word) => `${word.slice(0, 4)}****`,
  )
}
