import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from '@modelcontextprotocol/server'

/** PNG image of one pixel. */
export const PNG_BASE64 =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A WAV file without a sample in it. */
export const WAV_BASE64 = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA='

export const image = { type: 'image', data: PNG_BASE64, mimeType: 'image/png' } as const

export function text(value: string) {
  return { type: 'text', text: value } as const
}

export function resource(uri: string, mimeType: string, value: string) {
  return { type: 'resource', resource: { uri, mimeType, text: value } } as const
}

/** Returns whether the client of a stateless request declares a capability. */
export function canDo({ mcpReq }: ServerContext, subject: string): boolean {
  const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope }
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY]
  return typeof capabilities === 'object' && capabilities !== null && subject in capabilities
}
