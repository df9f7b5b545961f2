/**
 * The metrics of a CVSS vector, e.g. `AV` → `N`. Undefined when a metric is written twice or is not `name:value`.
 * Parentheses around a version 2 vector and a `CVSS:x.y` in front belong to no metric.
 */
export function readMetrics(vector: string): ReadonlyMap<string, string> | undefined {
  const metrics = new Map<string, string>()
  for (const part of vector.replace(/^\(|\)$/g, '').split('/')) {
    const [name, value, more] = part.split(':')
    if (name === 'CVSS') continue
    if (name === undefined || value === undefined || more !== undefined || metrics.has(name)) return undefined
    metrics.set(name, value)
  }
  return metrics
}

/** Returns the weight of each metric in the table; undefined when a metric is missing or has an unknown value. */
export function weigh<Name extends string>(
  metrics: ReadonlyMap<string, string>,
  table: Readonly<Record<Name, Readonly<Record<string, number>>>>,
): Readonly<Record<Name, number>> | undefined {
  const weights: [string, number][] = []
  for (const [name, values] of Object.entries<Readonly<Record<string, number>>>(table)) {
    const value = metrics.get(name)
    if (value === undefined || !Object.hasOwn(values, value)) return undefined
    weights.push([name, values[value] ?? 0])
  }
  return Object.fromEntries(weights) as Record<Name, number>
}
