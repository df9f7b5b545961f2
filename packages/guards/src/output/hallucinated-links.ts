import { z } from 'zod'
import { domainsIn, findLinks, type Link, LINKS_MAX } from '../detectors/links/find-links.ts'
import { doubtOf, type LinkDoubt } from '../detectors/links/suspicious.ts'
import { clear, defineGuard, flag, type GuardContext } from '../engine/guard.ts'

const DOMAINS_MAX = 5_000

/** A verdict names so many hosts. */
const HOSTS_NAMED_MAX = 20

/** Length of `https://`, and of the text before `www`. */
const LINK_MARK_UNITS = 9

const SAYS: Readonly<Record<LinkDoubt, string>> = {
  not_in_context: 'points to a domain that is not named in the prompt, the documents or the allowed domains',
  lookalike_domain: 'imitates a well-known name',
  shortener: 'hides its target behind a URL shortener',
  ip_address: 'points to a bare IP address',
  hidden_host: 'hides its host behind a user name',
  unknown_suffix: 'points to a top-level domain that does not exist',
}

export default defineGuard({
  name: 'hallucinated_links',
  title: 'Hallucinated and deceptive links',
  description:
    'Flags links in a response whose domain is not named in the prompt, the given documents or `allowed_domains`. ' +
    'Without any of these, only suspicious links are flagged: imitated names, punycode look-alikes, shorteners, bare ' +
    'addresses, hidden hosts and top-level domains that do not exist. Links are not opened, so a missing page on an ' +
    'existing domain is not detected.',
  stages: ['output'],
  tier: 'fast',
  backend: 'builtin',
  owasp: ['LLM09:2025', 'LLM05:2025'],
  views: ['original'],
  settings: z.object({
    allowed_domains: z
      .array(z.string().trim().min(1).max(253))
      .max(DOMAINS_MAX)
      .default([])
      .describe('Allowed link domains, including all their hosts, e.g. `example.com`.'),
  }),
  prepare: ({ allowed_domains }): readonly string[] =>
    allowed_domains.map((domain) => domain.toLowerCase().replace(/^\*?\./u, '')),
  stream: { reads: 'window', reach: () => LINK_MARK_UNITS, undecidedFrom: ({ original }) => lastWord(original) },
  check(text, allowed, context) {
    const links = findLinks(text.original)
    if (links.length === 0) return clear
    const known = knownDomains(context)
    const compares = allowed.length > 0 || context.contextDocs.length > 0
    const bad = links.flatMap((link) => {
      const doubt = checkLinks(link, allowed, known, compares)
      return doubt === undefined ? [] : [{ link, doubt }]
    })
    const first = bad[0]
    if (first === undefined) {
      if (links.length < LINKS_MAX) return clear
      return flag(`The response has more than ${LINKS_MAX} links; the rest was not read.`, {
        category: 'too_many_links',
      })
    }
    return flag(`A link in the response ${SAYS[first.doubt]}: ${first.link.host.slice(0, 100)}.`, {
      category: first.doubt,
      severity: bad.some(({ doubt }) => doubt === 'lookalike_domain' || doubt === 'hidden_host') ? 'high' : 'medium',
      spans: bad.map(({ link }) => ({ start: link.start, end: link.end, label: 'LINK' })),
      details: {
        links: bad.slice(0, HOSTS_NAMED_MAX).map(({ link, doubt }) => ({ host: link.host.slice(0, 253), doubt })),
        links_found: links.length,
        ...(links.length >= LINKS_MAX ? { truncated: true } : {}),
      },
    })
  },
  examples: [
    {
      says: 'a domain that no document names',
      context: { contextDocs: ['Our manual is at https://docs.northwind.com/manual.'] },
      text: 'See https://northwind-help.io/manual for more.',
      flags: true,
      category: 'not_in_context',
      redacted: 'See [LINK] for more.',
    },
    {
      says: 'a domain that a document names',
      context: { contextDocs: ['Our manual is at https://docs.northwind.com/manual.'] },
      text: 'See https://docs.northwind.com/manual#setup.',
      flags: false,
    },
    {
      settings: { allowed_domains: ['northwind.com'] },
      text: 'See https://status.northwind.com/ today.',
      flags: false,
    },
    { settings: { allowed_domains: ['northwind.com'] }, text: 'See https://northwind.com.evil.net/.', flags: true },
    { text: 'Log in at https://paypa1.com/ please.', flags: true, category: 'lookalike_domain' },
    { says: 'punycode', text: 'Go to https://xn--pypal-4ve.com/login', flags: true, category: 'lookalike_domain' },
    { text: 'Read https://bit.ly/3xYz now.', flags: true, category: 'shortener' },
    { says: 'an address in one number', text: 'Open http://2130706433/admin', flags: true, category: 'ip_address' },
    { says: 'an IPv6 address', text: 'Open http://[2001:db8::7]/admin', flags: true, category: 'ip_address' },
    { text: 'Open https://www.google.com@203.0.113.9/login', flags: true, category: 'hidden_host' },
    { text: 'It is at http://docs.acme.qqzz/start', flags: true, category: 'unknown_suffix' },
    { text: 'Wikipedia has it: https://en.wikipedia.org/wiki/Bread and http://localhost:3000/', flags: false },
    { text: 'No link at all.', flags: false },
  ],
})

function checkLinks(
  link: Link,
  allowed: readonly string[],
  known: ReadonlySet<string>,
  compares: boolean,
): LinkDoubt | undefined {
  if (!link.hasUser && allowed.some((domain) => link.host === domain || link.host.endsWith(`.${domain}`)))
    return undefined
  const doubt = doubtOf(link)
  // A lookalike domain named by the caller is still suspicious.
  if (!link.hasUser && known.has(link.domain) && doubt !== 'lookalike_domain') return undefined
  return doubt ?? (compares ? 'not_in_context' : undefined)
}

/** Returns the start of the last word: a link contains no space, and continues up to the next one. */
function lastWord(text: string): number {
  let start = text.length
  while (start > 0 && !/\s/u.test(text.charAt(start - 1))) start -= 1
  return start
}

/** Returns domains that the caller named: the model did not invent them. */
function knownDomains({ prompt, contextDocs }: GuardContext): Set<string> {
  const known = new Set<string>()
  for (const text of [...contextDocs, ...(prompt === undefined ? [] : [prompt])]) {
    for (const domain of domainsIn(text)) known.add(domain)
  }
  return known
}
