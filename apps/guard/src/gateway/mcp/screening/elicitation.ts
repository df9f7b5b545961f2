import type { Fields } from '@gatehouse/mcp'
import { isFields } from './envelope.ts'

/** Words that name what nobody may be asked for in a form: who answers gives it to the server, and the model may read it. */
const SECRETS =
  /\b(?:pass ?(?:word|phrase|code)s?|pwd|pin (?:code|number)|secrets?|(?:api|access|private|secret|signing|encryption|ssh|license) ?keys?|(?:access|auth|authentication|bearer|refresh|session|api|security|otp|id) ?tokens?|tokens?|credentials?|one ?time (?:code|password|pin)s?|otp|mfa code|2fa code|verification code|(?:seed|recovery|mnemonic) ?(?:phrase|words?|codes?)|(?:credit|debit|bank|payment) ?card(?: number)?|card ?number|cvv|cvc|cvv2|iban|social security(?: number)?|ssn)\b/u

/** Texts of one request that are read. */
const TEXTS_MAX = 2_000
const CHARS_MAX = 65_536

/**
 * The secret that a request of a server asks a person for, by its message or by the names and descriptions of its fields. The
 * specification forbids servers to ask for any in a form.
 * @returns the words that name it
 */
export function askedSecret(params: Fields): string | undefined {
  const texts: string[] = []
  let left = CHARS_MAX
  const take = (text: string): void => {
    if (left <= 0 || texts.length >= TEXTS_MAX) return
    texts.push(text.slice(0, left))
    left -= text.length
  }
  if (typeof params['message'] === 'string' && asks(params['message'])) take(params['message'])
  const schema = params['requestedSchema']
  const properties = isFields(schema) && isFields(schema['properties']) ? schema['properties'] : {}
  for (const [name, property] of Object.entries(properties)) {
    take(name)
    if (!isFields(property)) continue
    for (const field of ['title', 'description', 'format']) {
      const text = property[field]
      if (typeof text === 'string') take(text)
    }
  }
  for (const text of texts) {
    const found = SECRETS.exec(spelled(text))
    if (found !== null) return found[0]
  }
  return undefined
}

/** A message may speak of a password without asking for it; one that says who should give it asks. */
const ASKS =
  /\b(?:enter|type|provide|give|send|share|supply|paste|submit|confirm|what is|what's|tell|need|require|input|fill)\b/u

function asks(message: string): boolean {
  return ASKS.test(spelled(message))
}

/** `apiKey`, `API_KEY` and `api-key` are the words that they are made of. */
function spelled(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
}

/** Why a page may not be opened for a person: it is none, or one that is not encrypted. */
export function pageProblem(url: unknown): string | undefined {
  if (typeof url !== 'string' || url.length > PAGE_CHARS_MAX) return 'It names no page.'
  const parsed = URL.parse(url)
  if (parsed === null) return 'It names no page.'
  if (parsed.username !== '' || parsed.password !== '') return 'The address of the page holds credentials.'
  const isLocal = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/.test(parsed.hostname)
  return parsed.protocol === 'https:' || (parsed.protocol === 'http:' && isLocal) ? undefined : 'The page is not https.'
}

const PAGE_CHARS_MAX = 8_192
