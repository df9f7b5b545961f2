import type { Group, Node } from './tree.ts'

export type Language = 'js' | 'python'

interface Place {
  readonly line: number
  /** In UTF-16 code units from the start of the file. */
  readonly at: number
}

/** Expression, as far as it can be determined without execution. */
export type Value = Place &
  (
    | { readonly kind: 'text'; readonly text: string }
    /** A number, a truth value, nothing. */
    | { readonly kind: 'plain'; readonly text: string }
    | { readonly kind: 'list'; readonly group: Group }
    | { readonly kind: 'map'; readonly group: Group }
    /** Variable or member: `req.body.message`. `on` is the call that returns its object. */
    | { readonly kind: 'name'; readonly path: string; readonly on: Value | undefined }
    /** `path` has no brackets: that of `z.string().min(1)` is `z.string.min`; `on` is the receiver. */
    | { readonly kind: 'call'; readonly path: string; readonly group: Group; readonly on: Value | undefined }
    | { readonly kind: 'function'; readonly params: readonly Node[]; readonly end: number }
    /** Alternatives: `a || b`, `a ? b : c`. */
    | { readonly kind: 'choice'; readonly of: readonly Value[] }
    | { readonly kind: 'other' }
  )

/** The words of a dotted path; texts and lists have none. */
export function pathOf(value: Value): string {
  return value.kind === 'name' || value.kind === 'call' ? value.path : '*'
}

/** The last word of a dotted path. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
