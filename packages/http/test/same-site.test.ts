import { describe, expect, test } from 'vitest'
import { checkSameSite, hostNames } from '../src/origin.ts'

const ALLOWED = hostNames(['app.example.org'])
const OWN = 'https://appsec.example.org'

/** The code of the refusal of a write with a session; undefined: it is accepted. */
function refusal(headers: Readonly<Record<string, string>>): unknown {
  try {
    checkSameSite({ host: 'appsec.example.org', ...headers }, ALLOWED)
    return undefined
  } catch (error) {
    return error instanceof Error && 'code' in error ? error.code : error
  }
}

describe('a write with a session', () => {
  test.each([
    ['from a page of the service', { origin: OWN }],
    ['from a page of the service, as browsers send it', { origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['without an origin', { 'sec-fetch-site': 'same-origin' }],
    ['from an allowed host of the same site', { origin: 'https://app.example.org', 'sec-fetch-site': 'same-site' }],
  ])('%s is accepted', (_title, headers) => {
    expect(refusal(headers)).toBeUndefined()
  })

  test.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from another site that claims the origin of the service', { origin: OWN, 'sec-fetch-site': 'cross-site' }],
    [
      'from another site that claims an allowed host',
      { origin: 'https://app.example.org', 'sec-fetch-site': 'cross-site' },
    ],
    ['from a neighbour', { 'sec-fetch-site': 'same-site' }],
    ['from an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['without both headers', {}],
  ])('%s is refused', (_title, headers) => {
    expect(refusal(headers)).toBe('origin_refused')
  })
})
