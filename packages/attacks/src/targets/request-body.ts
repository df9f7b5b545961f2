import { createHash } from 'node:crypto'
import { readText, type SlotValues } from './slots.ts'
import { readTemplate, type TemplateOptions } from './template.ts'

/** Encoding of a request body, which determines how slot values are escaped. */
export type BodyEncoding = 'json' | 'form' | 'multipart' | 'xml' | 'text'

/** Request body with slots, parsed once. */
export interface RequestBody {
  readonly encoding: BodyEncoding
  /** Media type of the rendered body, with the boundary of a multipart body. */
  readonly contentType: string
  readonly slots: ReadonlySet<string>
  readonly render: (values: SlotValues) => string
}

const MEDIA_TYPES: Readonly<Record<BodyEncoding, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  xml: 'application/xml',
  text: 'text/plain; charset=utf-8',
}

/**
 * Parses a request body. The declared media type determines the encoding of slot values; without one, the form of the template does:
 * JSON, `name=value` pairs, XML or plain text. Templates of multipart bodies consist of `name=value` pairs, one part each.
 * @param mediaType value of the content-type header, if the target sets one
 * @throws {RangeError} a sentence that names the problem
 */
export function readRequestBody(
  template: string,
  mediaType: string | undefined,
  variables: ReadonlySet<string>,
  options: TemplateOptions = {},
): RequestBody {
  const { what = 'The bodyTemplate', needsMessage = true } = options
  const encoding = mediaType === undefined ? encodingOf(template) : encodingOfType(mediaType)
  const body = encoding === 'json' ? readTemplate(template, variables, options) : textBody(encoding)
  if (needsMessage && !body.slots.has('message')) {
    throw new RangeError(`${what} has no {{message}} slot, so no attack would be sent.`)
  }
  return { encoding, contentType: mediaType ?? MEDIA_TYPES[encoding], ...body }

  function textBody(kind: Exclude<BodyEncoding, 'json'>): Omit<RequestBody, 'encoding' | 'contentType'> & {
    readonly contentType?: string
  } {
    if (kind === 'multipart') return multipartBody(template, variables, what)
    const text = readText(template, variables, what)
    return { slots: text.slots, render: (values) => text.render(values, ENCODERS[kind]) }
  }
}

const ENCODERS: Readonly<Record<Exclude<BodyEncoding, 'json' | 'multipart'>, (value: string) => string>> = {
  form: (value) => new URLSearchParams({ '': value }).toString().slice(1),
  xml: xmlText,
  text: (value) => value,
}

function encodingOf(template: string): BodyEncoding {
  if (/^\s*[[{"]/.test(template.replace(/^\s*\{\{[^{}]{1,100}\}\}/, ''))) return 'json'
  if (/^[\w.[\]-]{1,100}=/.test(template)) return 'form'
  return /^\s*</.test(template) ? 'xml' : 'text'
}

function encodingOfType(mediaType: string): BodyEncoding {
  const [type = ''] = mediaType.toLowerCase().split(';', 1)
  if (/json/.test(type)) return 'json'
  if (type.trim() === MEDIA_TYPES.form) return 'form'
  if (type.trim() === MEDIA_TYPES.multipart) return 'multipart'
  return /xml/.test(type) ? 'xml' : 'text'
}

/** Place of the bytes of a file in a rendered multipart body: no text contains it, since U+FFFF is no character. */
const FILE_PLACE = '\uFFFFgatehouse-file\uFFFF'

/** Inserts the bytes of a file into a rendered body. */
export function withFile(rendered: string, bytes: Uint8Array | undefined): string | Uint8Array {
  const at = bytes === undefined ? -1 : rendered.indexOf(FILE_PLACE)
  if (bytes === undefined || at === -1) return rendered
  return Buffer.concat([Buffer.from(rendered.slice(0, at)), bytes, Buffer.from(rendered.slice(at + FILE_PLACE.length))])
}

/** @see https://www.rfc-editor.org/rfc/rfc7578 */
function multipartBody(
  template: string,
  variables: ReadonlySet<string>,
  what: string,
): Pick<RequestBody, 'contentType' | 'slots' | 'render'> {
  // Derived from the template, so that replayed requests are the same; no attack text contains it.
  const boundary = `gatehouse-${createHash('sha256').update(template).digest('hex').slice(0, 32)}`
  const parts = template.split('&').map((pair) => {
    const at = pair.indexOf('=')
    if (at < 1 || /["\r\n]/.test(pair.slice(0, at))) {
      throw new RangeError(`${what} must consist of name=value pairs joined by & for multipart/form-data.`)
    }
    return { name: pair.slice(0, at), value: readText(pair.slice(at + 1), variables, what) }
  })
  const render = (values: SlotValues): string =>
    parts
      .filter(({ value }) => values.attachment !== undefined || !value.slots.has('attachment'))
      .map(({ name, value }) => {
        if (value.slots.has('attachment') && values.attachment !== undefined) {
          const { name: file, mediaType } = values.attachment
          const head = `content-disposition: form-data; name="${name}"; filename="${file}"\r\ncontent-type: ${mediaType}`
          return `--${boundary}\r\n${head}\r\n\r\n${FILE_PLACE}\r\n`
        }
        const text = value.render(values, (one) => one)
        return `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`
      })
      .join('') + `--${boundary}--\r\n`
  return {
    contentType: `${MEDIA_TYPES.multipart}; boundary=${boundary}`,
    slots: new Set(parts.flatMap(({ value }) => [...value.slots])),
    render,
  }
}

/** Escapes markup and drops characters that XML 1.0 does not allow. */
function xmlText(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
