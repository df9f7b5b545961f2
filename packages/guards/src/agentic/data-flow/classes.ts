import { mostSpecific, namesWithin } from '../engine/tool-names.ts'
import { wordsOf } from '../tool-words.ts'
import { linkedHosts } from './addresses.ts'
import { emailsIn } from './names.ts'
import { plainOf } from './plain.ts'

/** Labels of a tool's output that rules use. */
export interface Labels {
  /** Whether untrusted authors of the content may give the agent instructions. */
  readonly untrusted: boolean
  /** The content is confidential. */
  readonly private: boolean
}

/** Harmful destinations of data. */
export const SINKS = ['email', 'payment', 'deletion', 'external_url', 'execution'] as const
export type Sink = (typeof SINKS)[number]

export interface SourceRule {
  readonly tool: string
  readonly trust?: 'trusted' | 'untrusted' | undefined
  readonly sensitivity?: 'public' | 'private' | undefined
}

export interface SinkRule {
  readonly tool: string
  readonly sinks: readonly Sink[]
}

export interface FlowClasses {
  readonly sources: ReadonlyMap<string, SourceRule>
  readonly sinks: ReadonlyMap<string, SinkRule>
  readonly unknownUntrusted: boolean
  /** Internal domains, including their subdomains. */
  readonly internalDomains: readonly string[]
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Own list: words in names of tools with output from external authors. */
const UNTRUSTED = set(
  'web website webpage page browser browse internet http https url link fetch scrape crawl search google bing wikipedia ' +
    'rss feed news forum tweet tweets twitter reddit post posts comment comments review reviews issue issues ticket tickets ' +
    'email emails mail mails inbox gmail outlook imap message messages slack teams telegram whatsapp sms chat ' +
    'attachment attachments download pdf document documents upload uploads form survey pull github gitlab npm pypi ' +
    'untrusted external public third party',
)
/** Own list: words in names of tools with confidential output. */
const PRIVATE = set(
  'customer customers client clients crm user users account accounts employee employees hr payroll salary salaries ' +
    'patient patients medical health record records bank transaction transactions balance invoice invoices order orders ' +
    'contract contracts database db sql query table secret secrets vault credential credentials password passwords token key ' +
    'keys env config file files drive folder calendar contact contacts email emails mail mails inbox gmail outlook imap message ' +
    'messages internal confidential private personal pii ssn memory notes',
)
/** Sources that are the tenant's own users or program. */
const TRUSTED = set('user developer system operator trusted')

const READS = set('read get list search find fetch view show count load lookup query check describe download browse')
const SENDS = set('send reply forward post publish share notify deliver broadcast submit push compose create write')
const MESSAGES = set(
  'email emails mail mails gmail outlook sms message messages slack teams telegram whatsapp tweet dm chat notification',
)
const PAYS = set(
  'pay payment payments transfer transfers refund refunds charge purchase buy checkout payout withdraw wire remit',
)
const DELETES = set(
  'delete remove drop purge destroy erase wipe truncate terminate uninstall revoke deprovision deactivate close',
)
const LINKS = set('webhook webhooks upload publish http https curl request callback url')
const RUNS = set('exec execute run shell bash sh eval python code script command terminal subprocess')

/** Returns the labels of a tool's output: from the tenant's setting, else from the words of its name. */
export function labelsOf(tool: string, { sources, unknownUntrusted }: FlowClasses): Labels {
  const rule = mostSpecific(sources, tool)
  const words = wordsOf(tool)
  const has = (some: ReadonlySet<string>) => words.some((word) => some.has(word))
  const [only] = words
  const isOwn = words.length === 1 && TRUSTED.has(only!)
  const isUntrusted = has(UNTRUSTED) || (unknownUntrusted && !isOwn && !has(PRIVATE))
  const meant = namesWithin(tool).flatMap((name) => mostSpecific(sources, name) ?? [])
  const isMeant = (text: string) => meant.some(({ trust, sensitivity }) => trust === text || sensitivity === text)
  return {
    untrusted: rule?.trust === undefined ? isUntrusted || isMeant('untrusted') : rule.trust === 'untrusted',
    private:
      rule?.sensitivity === undefined ? (!isOwn && has(PRIVATE)) || isMeant('private') : rule.sensitivity === 'private',
  }
}

/** Returns whether a host is internal. */
export function isInternal(host: string, { internalDomains }: FlowClasses): boolean {
  return internalDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))
}

/** Returns the sinks of a call: by the tenant's setting for the tool, else by its name and by its arguments. */
export function sinksOf(tool: string, values: readonly string[], classes: FlowClasses): ReadonlySet<Sink> {
  const rule = mostSpecific(classes.sinks, tool)
  if (rule !== undefined) return new Set(rule.sinks)
  const texts = values.map(plainOf)
  const leadsOut = texts.some((text) => linkedHosts(text).some((host) => !isInternal(host, classes)))
  const hasAddress = texts.some((text) =>
    emailsIn(text).some((email) => !isInternal(email.slice(email.lastIndexOf('@') + 1), classes)),
  )
  const meant = namesWithin(tool).flatMap((name) => mostSpecific(classes.sinks, name)?.sinks ?? [])
  return new Set([...sinksOfName(tool, leadsOut, hasAddress), ...meant])
}

function sinksOfName(tool: string, hasLink: boolean, hasAddress: boolean): Sink[] {
  const words = wordsOf(tool)
  const has = (some: ReadonlySet<string>) => words.some((word) => some.has(word))
  const reads = has(READS) && !has(SENDS)
  const sinks: Sink[] = []
  const sends = words.includes('send') || words[0]?.startsWith('send') === true
  if (!reads && (sends || has(MESSAGES) || words[0] === 'notify' || hasAddress)) sinks.push('email')
  if (!reads && has(PAYS)) sinks.push('payment')
  if (!reads && has(DELETES)) sinks.push('deletion')
  if (hasLink || (has(LINKS) && !reads)) sinks.push('external_url')
  if (!reads && has(RUNS)) sinks.push('execution')
  return sinks
}
