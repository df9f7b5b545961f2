import { mostSpecific, namesWithin } from '../engine/tool-names.ts'
import { wordsOf } from '../tool-words.ts'
import { type Addresses, addressesIn } from './addresses.ts'
import { type FlowClasses, isInternal } from './classes.ts'
import { leavesOf, textsIn } from './texts.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const RUNS = set('run exec execute eval evaluate shell bash sh zsh powershell terminal subprocess spawn ssh scp rsync')
const RUNS_UNLESS_READ = set('cmd command python code script interpreter notebook docker kubectl')
const READS = set('read get list search find view show count load lookup query check describe')
/** Tools that read from external services, which receive the request. */
const REACHES = set(
  'fetch browse browser download http https url link page navigate visit goto open curl wget crawl scrape connect ping dns proxy',
)
const SENDS = set(
  'send reply forward post publish share notify deliver broadcast submit push upload export sync invite git tweet sms slack ' +
    'teams telegram whatsapp discord chat message webhook webhooks callback http https curl wget request url ftp sftp call dial',
)
/** Prefixes of one-word names of sending tools: `emailer`, `httpPost`, `sendmail`. */
const SENDS_BEGIN = ['mail', 'email', 'gmail', 'http', 'send', 'webhook', 'upload', 'publish', 'broadcast', 'forward']
const SENDS_END = ['mail', 'mailer', 'email', 'webhook', 'upload', 'push', 'publish', 'sender']

/** Arguments that name a machine with any value, even a number. */
const MACHINE = set(
  'host hosts hostname url urls uri href domain endpoint server ip webhook callback proxy remote origin upstream gateway bucket',
)
/** Arguments that name a recipient. */
const RECIPIENT = set('recipient recipients receiver receivers cc bcc')
/** Arguments that name a destination: a user, a folder, a state. */
const DESTINATION = set(
  'to address addresses target destination dest email emails mail channel phone number with repo repository',
)
const COMMAND = set('cmd shell bash argv')
/** A phone number, a user or a channel, by its prefix. */
const HANDLE = /^\s*(?:\+\d|[@#]\S)/

type Kind = 'runs' | 'sends' | 'reads' | 'other'

/** External effects of a call. */
const OUTSIDE = ['execution', 'email', 'external_url'] as const

/**
 * Returns whether a call may send data to outsiders. Conservative: running commands counts. Sending counts unless the destination is
 * internal. Every other call counts with an external address, in any form, in a value or a name. Only tools with a reading name may have a
 * bare host name, because users search for host names.
 */
export function maySendOutside(tool: string, args: unknown, classes: FlowClasses): boolean {
  const meant = namesWithin(tool).flatMap((name) => mostSpecific(classes.sinks, name) ?? [])
  // A looser name match can only add restrictions.
  const rule =
    mostSpecific(classes.sinks, tool) ?? meant.find(({ sinks }) => OUTSIDE.some((sink) => sinks.includes(sink)))
  if (rule?.sinks.includes('execution') === true) return true
  if (rule !== undefined && !rule.sinks.includes('email') && !rule.sinks.includes('external_url')) return false
  const kind = rule === undefined ? kindOf(tool) : 'sends'
  if (kind === 'runs') return true
  const leaves = leavesOf(args)
  if (leaves === undefined) return true
  const outside = (host: string) => !isInternal(host, classes)
  const isBareCounted = kind !== 'reads'
  for (const text of textsIn(args)) if (leadsOutside(addressesIn(text), outside, kind)) return true
  let saysWithin = false
  for (const { name, text } of leaves) {
    if (text.trim() === '') continue
    const words = wordsOf(name)
    const is = (some: ReadonlySet<string>) => words.some((word) => some.has(word))
    if (isBareCounted && is(COMMAND)) return true
    const isNamed = is(MACHINE) || is(RECIPIENT)
    if (!isNamed && !is(DESTINATION)) continue
    const found = addressesIn(text)
    if (is(MACHINE) && found.bare.some(outside)) return true
    const isWithin =
      found.linked.length + found.bare.length + found.emails.length > 0 || !outside(text.trim().toLowerCase())
    saysWithin ||= isWithin
    if (isWithin) continue
    if (isNamed ? (is(MACHINE) || isBareCounted) && !isPath(text) : isBareCounted && HANDLE.test(text)) return true
  }
  return kind === 'sends' && !saysWithin
}

function leadsOutside({ linked, bare, emails }: Addresses, outside: (host: string) => boolean, kind: Kind): boolean {
  if (linked.some(outside)) return true
  if (kind === 'reads') return false
  return bare.some(outside) || emails.some((email) => outside(email.slice(email.lastIndexOf('@') + 1)))
}

/** A path alone has no external target. */
function isPath(text: string): boolean {
  return /^\s*\/(?![/\\])/.test(text)
}

function kindOf(tool: string): Kind {
  const words = wordsOf(tool)
  const has = (some: ReadonlySet<string>) => words.some((word) => some.has(word))
  const [first = ''] = words
  const sends = has(SENDS) || words.some(sendsByForm)
  const isJoined = words.includes('and') || words.includes('send')
  const reads = !has(REACHES) && (READS.has(first) ? !(sends && isJoined) : has(READS) && !has(SENDS))
  if (READS.has(first) && !isJoined ? false : has(RUNS)) return 'runs'
  if (!reads && !READS.has(first) && has(RUNS_UNLESS_READ)) return 'runs'
  if (reads) return 'reads'
  return sends ? 'sends' : 'other'
}

function sendsByForm(word: string): boolean {
  return SENDS_BEGIN.some((part) => word.startsWith(part)) || SENDS_END.some((part) => word.endsWith(part))
}
