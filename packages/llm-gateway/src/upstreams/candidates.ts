import type { UpstreamRequest } from './model-upstreams.ts'
import type { Upstream } from './upstream.ts'

/** How exactly an upstream names a model: more than any pattern can. */
const EXACT = Number.POSITIVE_INFINITY

/**
 * The upstreams that serve a request, the first one to ask first: by `order`, then by how exactly they name the model, then
 * by chance in the proportion of their weights.
 * @param random  from 0 up to 1
 */
export function candidatesFor(
  upstreams: readonly Upstream[],
  { model, dialect }: Pick<UpstreamRequest, 'model' | 'dialect'>,
  random: () => number,
): readonly Upstream[] {
  const ranked: { readonly upstream: Upstream; readonly exactness: number; readonly draw: number }[] = []
  for (const upstream of upstreams) {
    if (upstream.dialect !== undefined && upstream.dialect !== dialect) continue
    const exactness = exactnessOf(upstream, model)
    if (exactness !== undefined) ranked.push({ upstream, exactness, draw: drawOf(upstream.weight, random) })
  }
  ranked.sort(
    (a, b) => a.upstream.order - b.upstream.order || compare(b.exactness, a.exactness) || compare(a.draw, b.draw),
  )
  return ranked.map(({ upstream }) => upstream)
}

/** Length of the longest pattern that covers a model; undefined where none does. */
export function exactnessOf({ exact, prefixes }: Upstream, model: string): number | undefined {
  if (exact.has(model)) return EXACT
  let longest: number | undefined
  for (const prefix of prefixes) {
    if (model.startsWith(prefix) && prefix.length >= (longest ?? 0)) longest = prefix.length
  }
  return longest
}

/**
 * The smallest of exponentially distributed draws with rates w falls to each in the proportion of its w, and so does the
 * next smallest among the rest: P. S. Efraimidis and P. G. Spirakis, Weighted random sampling with a reservoir (2006).
 */
function drawOf(weight: number, random: () => number): number {
  return weight === 0 ? Number.POSITIVE_INFINITY : -Math.log(1 - random()) / weight
}

// Infinities have no difference.
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
