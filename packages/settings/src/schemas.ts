import { isIP } from 'node:net'
import { MASK, messageOf, Secret } from '@gatehouse/kernel'
import { type EgressAllow, parseEgressAllow } from '@gatehouse/kernel/egress'
import { parseMasterKeys } from '@gatehouse/kernel/sealing'
import { z } from 'zod'

/** Highest TCP port. */
const PORT_MAX = 65_535
/** Maximum length of paths, addresses and names: Linux's PATH_MAX of 4096. */
const TEXT_CHARS_MAX = 4096
/** Longest DNS name, RFC 1035 section 2.3.4. */
const HOST_CHARS_MAX = 255
/** Own limit: a century. */
const DAYS_MAX = 36_500
const ON = new Set(['true', '1', 'yes', 'on'])
const OFF = new Set(['false', '0', 'no', 'off'])

/** Creates a schema from a function that parses the text, or throws the end of a sentence. */
export function reads<Value>(read: (text: string) => Value): z.ZodType<Value, string> {
  return z.string().transform((text, context) => {
    try {
      return read(text)
    } catch (cause) {
      context.addIssue({ code: 'custom', message: messageOf(cause) })
      return z.NEVER
    }
  })
}

/** Decimal port number; 0 selects a free port. */
export const port = reads((text) => {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(number <= PORT_MAX)) throw new Error(`must be a port number from 0 to ${PORT_MAX}`)
  return number
})

export const flag = reads((text) => {
  const word = text.toLowerCase()
  if (!ON.has(word) && !OFF.has(word)) throw new Error('must be true or false')
  return ON.has(word)
})

export const line = reads((text) => {
  if (text.length > TEXT_CHARS_MAX) throw new Error(`must have at most ${TEXT_CHARS_MAX} characters`)
  if (/[\u0000-\u001f\u007f]/.test(text)) throw new Error('must not contain control characters')
  return text
})

/** Host name or address to listen on, without brackets of `[::1]`. */
export const host = reads((text) => {
  const bare = text.replace(/^\[(.*)\]$/, '$1')
  const isName = bare.length <= HOST_CHARS_MAX && /^[a-zA-Z0-9_](?:[a-zA-Z0-9_.-]*[a-zA-Z0-9_])?$/.test(bare)
  const looksLikeAddress = /^[\d.]+$/.test(bare) || bare.includes(':')
  if (isIP(bare) === 0 && (!isName || looksLikeAddress)) throw new Error('must be a host name or an IP address')
  return bare
})

/** Maximum number of host names, separated by commas or spaces. */
const HOST_NAMES_MAX = 100
export const hostNames: z.ZodType<readonly string[], string> = reads((text) => {
  const names = text.split(/[\s,]+/).filter((name) => name !== '')
  if (names.length > HOST_NAMES_MAX) throw new Error(`must contain at most ${HOST_NAMES_MAX} host names`)
  if (names.some((name) => name.length > HOST_CHARS_MAX || !/^[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/i.test(name))) {
    throw new Error('must contain host names without scheme, port or wildcard')
  }
  return names.map((name) => name.toLowerCase())
})

export const egressAllow: z.ZodType<EgressAllow, string> = reads(parseEgressAllow)

/** IP addresses and CIDR ranges, separated by commas or spaces. Names are not allowed, because their resolution could be hijacked. */
export const addresses: z.ZodType<readonly string[], string> = reads((text) => {
  const { hosts, cidrs } = parseEgressAllow(text)
  if (hosts.length > 0) throw new Error('must contain only IP addresses and CIDR ranges')
  // Trusting all addresses would allow every caller to choose its address.
  if (cidrs.some((cidr) => cidr.endsWith('/0'))) throw new Error('must not contain a range of all addresses')
  return cidrs
})

/** Own limit of allowed models of a deployment's provider. */
const MODEL_PATTERNS_MAX = 200
const MODEL_CHARS_MAX = 256

/** Model names, exact or with `*` as a suffix wildcard, separated by commas or spaces. */
export const modelPatterns: z.ZodType<readonly string[], string> = reads((text) => {
  if (text.toLowerCase() === 'all') return ['*']
  const patterns = text.split(/[\s,]+/).filter((pattern) => pattern !== '')
  if (patterns.length > MODEL_PATTERNS_MAX) throw new Error(`must contain at most ${MODEL_PATTERNS_MAX} models`)
  for (const pattern of patterns) {
    if (pattern.length > MODEL_CHARS_MAX)
      throw new Error(`must contain model names of at most ${MODEL_CHARS_MAX} characters`)
    if (pattern.slice(0, -1).includes('*')) throw new Error('must contain `*` only at the end of a name')
  }
  return patterns
})

/** Own limit of allowed commands for MCP servers. */
const COMMANDS_MAX = 100

/** Commands, separated by commas: each an absolute path or a bare name, optionally with its first arguments. */
export const commands: z.ZodType<readonly string[], string> = reads((text) => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim().replaceAll(/\s+/g, ' '))
    .filter((entry) => entry !== '')
  if (entries.length > COMMANDS_MAX) throw new Error(`must contain at most ${COMMANDS_MAX} commands`)
  for (const entry of entries) {
    const [command = '', ...args] = entry.split(' ')
    const isPath =
      command.startsWith('/') && !/[\u0000-\u001f\u007f]/.test(command) && !/(?:^|\/)\.{1,2}(?:\/|$)/.test(command)
    if (!isPath && !/^[A-Za-z0-9_][A-Za-z0-9_.+-]*$/.test(command)) {
      throw new Error('must contain commands as absolute paths or bare names')
    }
    // Arguments are not passed to a shell, so that shell syntax would have no effect.
    if (args.some((argument) => !/^[\w@%+=:./~^-]+$/.test(argument))) {
      throw new Error('must contain only arguments with letters, digits and @%+=:./~^_-')
    }
    if (entry.length > TEXT_CHARS_MAX) throw new Error(`must contain commands of at most ${TEXT_CHARS_MAX} characters`)
  }
  return entries
})

/** Creates a schema for one of the words, exactly as written. */
export function oneOf<const Word extends string>(...words: readonly Word[]): z.ZodType<Word, string> {
  return reads((text) => {
    const found = words.find((word) => word === text)
    if (found === undefined) throw new Error(`must be one of ${words.join(', ')}`)
    return found
  })
}

/** Creates a schema for a URL with one of the schemes, as a secret because it may contain a password. */
export function secretAddress(example: string, ...schemes: readonly string[]): z.ZodType<Secret, string> {
  return reads((text) => {
    addressOf(text, example, schemes)
    return new Secret(notMask(text))
  })
}

/** An http or https address without credentials and fragment. */
export const httpAddress = reads((text) => {
  const url = addressOf(text, 'https://host/path', ['http', 'https'])
  if (url.username !== '' || url.password !== '') throw new Error('must not contain a user name or password')
  if (url.search !== '' || url.hash !== '') throw new Error('must not contain a query or fragment')
  return text
})

/** Public origin of a service. It must not contain characters that end a quoted string in a script. */
export const publicOrigin = reads((text) => {
  const url = addressOf(text, 'https://host', ['http', 'https'])
  if (url.username !== '' || url.password !== '') throw new Error('must not contain a user name or password')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw new Error('must not contain a path')
  if (!/^https?:\/\/[a-z0-9.:[\]-]{1,260}$/i.test(url.origin)) throw new Error('must be a plain host name or address')
  return url.origin
})

/** Internal address of a service on a trusted network. */
export const plainOrigin = reads((text) => {
  const url = addressOf(text, 'http://host:port', ['http'])
  if (url.username !== '' || url.password !== '') throw new Error('must not contain a user name or password')
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') throw new Error('must not contain a path')
  return url.origin
})

/** A secret of visible ASCII characters, which is valid in a header. */
export function secret(chars_min: number): z.ZodType<Secret, string> {
  return reads((text) => {
    if (!/^[\u0021-\u007e]+$/.test(text)) throw new Error('must contain only visible ASCII characters without spaces')
    if (text.length < chars_min) throw new Error(`must have at least ${chars_min} characters`)
    if (text.length > TEXT_CHARS_MAX) throw new Error(`must have at most ${TEXT_CHARS_MAX} characters`)
    return new Secret(notMask(text))
  })
}

/** One or more master keys, parsed at their use. */
export const masterKeys: z.ZodType<Secret, string> = reads((text) => {
  parseMasterKeys(notMask(text))
  return new Secret(text)
})

/** Whole days, at least one. */
export const days = reads((text) => {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= 1 && number <= DAYS_MAX)) throw new Error(`must be a number of days from 1 to ${DAYS_MAX}`)
  return number
})

/** Creates a schema for a whole number from 1 to a maximum. */
export function positiveInteger(most: number): z.ZodType<number, string> {
  return reads((text) => {
    const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
    if (!(number >= 1 && number <= most)) throw new Error(`must be a whole number from 1 to ${most}`)
    return number
  })
}

// Rejects the mask: using the output of `config print` as a file would otherwise set it as a key.
function notMask(text: string): string {
  if (text === MASK || text.includes(`:${MASK}@`)) throw new Error(`is masked (${MASK}): enter the actual value`)
  return text
}

function addressOf(text: string, example: string, schemes: readonly string[]): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !schemes.includes(url.protocol.slice(0, -1)) || text.length > TEXT_CHARS_MAX) {
    throw new Error(`must be a URL such as ${example}`)
  }
  return url
}
