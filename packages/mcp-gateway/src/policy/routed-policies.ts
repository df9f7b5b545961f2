type Document = Readonly<Record<string, unknown>>
type Documents = ReadonlyMap<string, Document>

/** From the least to the most restrictive. */
const RESTRICTIONS = ['allow', 'redact', 'block']

/**
 * Returns a tenant's tool policies for the tools of a route, under the names `route/tool`. The policy of `route/tool` overrides that of
 * `tool`, field by field; a role denial in either one applies. Names in workflows mean tools of this route, unless they contain a route.
 * @param routes all routes of the tenant
 */
export function routedPolicies(policies: Documents, route: string, routes: readonly string[]): Documents {
  const prefix = `${route}/`
  const plain = new Map<string, Document>()
  const own = new Map<string, Document>()
  for (const [name, document] of policies) {
    // A disabled policy does not override others.
    if (document['enabled'] === false) continue
    const here = withWorkflow(document, route, routes)
    if (name.startsWith(prefix)) own.set(name.slice(prefix.length), here)
    else plain.set(name, here)
  }
  const view = new Map<string, Document>(plain)
  for (const name of new Set([...plain.keys(), ...own.keys()])) {
    view.set(prefix + name, merged(bestFor(plain, name), bestFor(own, name)))
  }
  return view
}

/** Returns the policy for a name or pattern: its own, else that of the longest prefix. */
export function bestFor(policies: Documents, name: string): Document | undefined {
  const exact = policies.get(name)
  if (exact !== undefined) return exact
  const start = name.endsWith('*') ? name.slice(0, -1) : name
  let best: string | undefined
  for (const pattern of policies.keys()) {
    if (!pattern.endsWith('*') || !start.startsWith(pattern.slice(0, -1))) continue
    if (best === undefined || pattern.length > best.length) best = pattern
  }
  return best === undefined ? undefined : policies.get(best)
}

export function merged(base: Document = {}, own: Document = {}): Document {
  const roles = strictest(fieldsOf(base['role_restrictions']), fieldsOf(own['role_restrictions']))
  return { ...base, ...own, ...(Object.keys(roles).length === 0 ? {} : { role_restrictions: roles }) }
}

function strictest(a: Document, b: Document): Document {
  const roles = new Set([...Object.keys(a), ...Object.keys(b)])
  const rank = (word: unknown): number => RESTRICTIONS.indexOf(String(word))
  return Object.fromEntries(
    [...roles].map((role) => {
      // A role without an entry in one policy uses its default entry.
      const words = [a, b].map((item) => item[role] ?? item['*']).filter((word) => word !== undefined)
      return [role, words.toSorted((x, y) => rank(y) - rank(x))[0]]
    }),
  )
}

function withWorkflow(document: Document, route: string, routes: readonly string[]): Document {
  const workflow = document['workflow']
  if (typeof workflow !== 'object' || workflow === null) return document
  const named = (name: unknown): unknown => {
    if (typeof name !== 'string' || name === '' || name === '*') return name
    return routes.some((other) => name.startsWith(`${other}/`)) ? name : `${route}/${name}`
  }
  const pairs = (list: unknown): unknown =>
    Array.isArray(list) ? list.map((pair: unknown) => (Array.isArray(pair) ? pair.map(named) : pair)) : list
  const fields = fieldsOf(workflow)
  return {
    ...document,
    workflow: {
      ...fields,
      ...('allowed_transitions' in fields ? { allowed_transitions: pairs(fields['allowed_transitions']) } : {}),
      ...('forbidden_transitions' in fields ? { forbidden_transitions: pairs(fields['forbidden_transitions']) } : {}),
      ...(Array.isArray(fields['require_before']) ? { require_before: fields['require_before'].map(named) } : {}),
    },
  }
}

function fieldsOf(value: unknown): Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : {}
}
