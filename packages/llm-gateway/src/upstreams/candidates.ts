import type { UpstreamRequest } from './model-upstreams.ts'
import type { Upstream } from './upstream.ts'

/** Specificity of an exact model name, greater than of any pattern. */
const EXACT = Number.POSITIVE_INFINITY

/**
 * Returns the upstreams for a request in order of preference: by `order`, then by specificity of the model pattern, then randomly by
 * weight.
 * @param random from 0 up to 1
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

/** Returns the length of the longest pattern that matches a model, or undefined. */
export function exactnessOf({ exact, prefixes }: Upstream, model: string): number | undefined {
  if (exact.has(model)) return EXACT
  let longest: number | undefined
  for (const prefix of prefixes) {
    if (model.startsWith(prefix) && prefix.length >= (longest ?? 0)) longest = prefix.length
  }
  return longest
}

/**
 * The smallest of exponentially distributed draws with rates w has a probability proportional to its w, and so does the next smallest of
 * the rest: P. S. Efraimidis and P. G. Spirakis, Weighted random sampling with a reservoir (2006).
 */
function drawOf(weight: number, random: () => number): number {
  return weight === 0 ? Number.POSITIVE_INFINITY : -Math.log(1 - random()) / weight
}

// The difference of infinities is NaN.
function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1
}
