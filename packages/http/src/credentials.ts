import { hash } from 'node:crypto'

export function bearerOf(authorization: string): string | undefined {
  if (authorization.length < 8 || authorization.slice(0, 7).toLowerCase() !== 'bearer ') return undefined
  const key = authorization.slice(7).trim()
  return key === '' ? undefined : key
}

export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at]!
    if (raw.length === name.length && raw.toLowerCase() === name) count += 1
  }
  return count
}

export function sha256(key: string): string {
  return hash('sha256', key, 'hex')
}
