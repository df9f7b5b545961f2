import { isObject } from './merge.ts'

/** One place in which two documents differ. */
export interface Difference {
  /** Dotted, e.g. `input_guardrails.toxicity.action`. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly before?: unknown
  readonly after?: unknown
}

/** Where two documents differ, by path. Arrays are compared whole: a list of words is one setting. */
export function differences(before: unknown, after: unknown, path = ''): Difference[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
    return names.flatMap((name) => {
      const place = path === '' ? name : `${path}.${name}`
      if (!Object.hasOwn(before, name)) return [{ path: place, kind: 'added' as const, after: after[name] }]
      if (!Object.hasOwn(after, name)) return [{ path: place, kind: 'removed' as const, before: before[name] }]
      return differences(before[name], after[name], place)
    })
  }
  return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, kind: 'changed', before, after }]
}
