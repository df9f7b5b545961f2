import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createPiiDetector } from '../../../src/detectors/pii/detect.ts'
import { SCORE_MAX, SCORE_THRESHOLD_DEFAULT } from '../../../src/detectors/pii/entity.ts'
import { secret } from '../../../src/detectors/pii/secrets.ts'
import { makeViews } from '../../../src/text/views.ts'

const detector = createPiiDetector([secret], SCORE_THRESHOLD_DEFAULT)
const detect = (text: string) => detector.detect(makeViews(text))

/** Made-up values are assembled at run time, so that scanners do not report this file as a leak. */
const BODY = 'Zk3pQ9vLx7Rt2YbN8mWc4HsD6fGj1KuA5eTi'
const join = (...parts: readonly string[]): string => parts.join('')

function base62(value: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let rest = value, digit = 0; digit < 6; digit++, rest = Math.floor(rest / 62))
    text = alphabet.charAt(rest % 62) + text
  return text
}

const githubBody = BODY.slice(0, 30)
const jwt = [
  { alg: 'HS256', typ: 'JWT' },
  { sub: '1234', name: 'x' },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat(BODY)
  .join('.')
const pem = (kind: string): string =>
  `-----BEGIN ${kind}PRIVATE KEY-----\n${join(BODY, '\n').repeat(5)}-----END ${kind}PRIVATE KEY-----`

describe('secrets', () => {
  test.each([
    ['aws_access_key_id', join('AK', 'IA', 'QYLPMN5HFIQR7BZA')],
    ['github_token', join('gh', 'p_', githubBody, base62(crc32(githubBody)))],
    ['github_fine_grained_token', join('github_', 'pat_', BODY.slice(0, 22), '_', BODY, BODY.slice(0, 23))],
    ['gitlab_token', join('gl', 'pat-', BODY.slice(0, 20))],
    ['slack_bot_token', join('xo', 'xb-', '839201746512-', BODY.slice(0, 24))],
    ['stripe_key', join('sk_', 'live_', BODY.slice(0, 24))],
    ['anthropic_key', join('sk-', 'ant-api03-', BODY, BODY, '-AA')],
    ['openai_key', join('sk-', 'proj-', BODY, BODY)],
    ['google_api_key', join('AI', 'za', BODY.slice(0, 35))],
    ['npm_token', join('np', 'm_', BODY)],
    ['pypi_token', join('py', 'pi-AgE', BODY, BODY)],
    ['jwt', jwt],
    ['private_key', pem('RSA ')],
    ['private_key', pem('')],
  ])('finds %s whole', (kind, value) => {
    const text = `before ${value} after`
    expect(detect(text).map((finding) => [finding.kind, text.slice(finding.start, finding.end)])).toEqual([
      [kind, value],
    ])
  })

  test.each([
    ['aws_secret_access_key', `aws_secret_access_key = `, `${BODY}+/Zk`],
    ['url_password', 'postgres://app:', 's3cr3tPw9', '@db.internal/app'],
    ['bearer_token', 'Authorization: Bearer ', BODY],
    ['password', 'password: ', 'Tr0ub4dor&3'],
    ['password', 'Das Passwort lautet ', 'Kaffee#77'],
    ['password', '{"password":"', 'hunter2-horse', '"}'],
    ['assigned_secret', 'API_KEY=', '9f8a7b6c5d4e3f2a1b0c9d8e'],
  ])('finds the value of %s after %j and leaves its name', (kind, before, value, after = '') => {
    const text = before + value + after
    expect(detect(text).map((finding) => [finding.kind, text.slice(finding.start, finding.end)])).toEqual([
      [kind, value],
    ])
  })

  test('a valid checksum scores highest confidence', () => {
    const [proven] = detect(join('gh', 'p_', githubBody, base62(crc32(githubBody))))
    const [unproven] = detect(join('gh', 'p_', BODY))
    expect(proven?.score).toBe(SCORE_MAX)
    expect(unproven?.score).toBeLessThan(SCORE_MAX)
  })

  test('a truncated private key is still found', () => {
    expect(detect(pem('EC ').slice(0, 120))).toHaveLength(1)
  })

  test.each([
    'AKIAIOSFODNN7EXAMPLE',
    'sk-your-api-key-goes-here-please-and-thank-you',
    'password = os.environ["DB_PASSWORD"]',
    'token: ${{ secrets.GITHUB_TOKEN }}',
    'the password must have 12 characters',
    'postgres://user:password@localhost/db',
    'sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'eyJhbGciOi.not.a.token',
    '-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE\n-----END PUBLIC KEY-----',
    'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  ])('leaves %j alone', (text) => {
    expect(detect(text)).toEqual([])
  })
})
