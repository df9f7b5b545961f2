import { crc32 } from 'node:zlib'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../../src/detectors/secrets/find.ts'
import { SECRET_FORMATS } from '@gatehouse/formats/credentials'
import { draw, randomFrom } from './draw.ts'

/** Made-up values are assembled at run time, so that scanners do not report this file as a leak. */
const BODY = 'Zk3pQ9vLx7Rt2YbN8mWc4HsD6fGj1KuA5eTi'
const HEX = '9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c'
const join = (...parts: readonly string[]): string => parts.join('')
const found = (text: string): string[] =>
  findSecrets(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)
const base64 = (text: string): string => Buffer.from(text).toString('base64')

function base62(value: number): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  let text = ''
  for (let rest = value, digit = 0; digit < 6; digit++, rest = Math.floor(rest / 62))
    text = alphabet.charAt(rest % 62) + text
  return text
}

describe('a published checksum', () => {
  const body = BODY.slice(0, 30)

  test.each(['ghp', 'gho', 'ghs', 'npm'])(
    'of %s_ gives high confidence if valid, and lower confidence otherwise',
    (prefix) => {
      const [right] = findSecrets(join(prefix, '_', body, base62(crc32(body))))
      const [wrong] = findSecrets(join(prefix, '_', body, base62((crc32(body) + 1) % 2 ** 32)))
      expect(right?.score).toBe(0.99)
      expect(wrong?.score).toBeLessThan(0.9)
    },
  )

  test('of an age identity, generated with the BIP 173 reference', () => {
    const good = join('AGE-SECRET-', 'KEY-1', bech32('age-secret-key-', 52)).toUpperCase()
    expect(findSecrets(good)[0]?.score).toBe(0.99)
    const at = good.length - 9
    const bad = good.slice(0, at) + (good[at] === 'Q' ? 'P' : 'Q') + good.slice(at + 1)
    expect(findSecrets(bad)[0]?.score).toBe(0.9)
  })
})

/** Data of so many symbols and its checksum, as BIP 173 describes the computation. */
function bech32(name: string, count: number): string {
  const symbols = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
  const random = randomFrom(5)
  const data = Array.from({ length: count }, () => random(32))
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
  let check = 1
  const codes = Array.from(name, (char) => char.charCodeAt(0))
  for (const value of [
    ...codes.map((code) => code >> 5),
    0,
    ...codes.map((code) => code & 31),
    ...data,
    0,
    0,
    0,
    0,
    0,
    0,
  ]) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    for (let bit = 0; bit < 5; bit++) if (((top >> bit) & 1) === 1) check ^= generator[bit] as number
  }
  check ^= 1
  const tail = Array.from({ length: 6 }, (_, at) => (check >>> (5 * (5 - at))) & 31)
  return [...data, ...tail].map((value) => symbols[value]).join('')
}

describe('a value without a mark of its own', () => {
  test.each([
    ['an environment file', `DATADOG_API_KEY=${HEX}`],
    ['JSON', `{"datadogApiKey": "${HEX}"}`],
    ['escaped JSON', `{\\"datadog_api_key\\": \\"${HEX}\\"}`],
    ['YAML', `  datadog-api-key: ${HEX}`],
    ['code', `const datadogKey = '${HEX}'`],
    ['Ruby', `config[:datadog_key] => "${HEX}"`],
    ['an argument', `setKey("datadog_key", "${HEX}")`],
    ['an environment variable of Kubernetes', `- name: DATADOG_API_KEY\n  value: ${HEX}`],
    ['a declaration with its type', `const datadogKey: string = "${HEX}"`],
    ['a setting of .NET', `<add key="DatadogKey" value="${HEX}" />`],
    ['a sentence', `my datadog key is ${HEX}, please help`],
    ['a command', `agent --datadog-api-key ${HEX} --verbose`],
  ])('is found by the name of its key in %s', (_place, text) => {
    expect(found(text)).toEqual([`datadog_key: ${HEX}`])
  })

  test.each([
    ['of another length', `DATADOG_API_KEY_REVISION=${HEX.slice(0, 12)}`],
    ['of another line', `datadog:\n\nrevision\n${HEX}`],
    ['of a longer name', `datadog_commit_hash = ${HEX}`],
    ['without any word of a key', `datadog build ${HEX}`],
  ])('is ignored if it is %s', (_why, text) => {
    expect(found(text)).toEqual([])
  })
})

describe('a value without a vendor format', () => {
  const jwt = (header: object, payload: object): string =>
    [header, payload]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .concat(BODY)
      .join('.')
  const token = jwt({ alg: 'HS256', typ: 'JWT' }, { sub: 'u-8371', role: 'admin' })
  const putty = `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nPrivate-Lines: 1\n${BODY}\nPrivate-MAC: ${HEX}`

  test.each([
    ['jwt', token, token],
    ['jwt_base64', base64(token), base64(token)],
    ['putty_private_key', putty, putty],
    ['url_password', 'postgres://app:s3cr3tPw9@db/app', 's3cr3tPw9'],
    ['url_password', 'redis://:s3cr3tPw9@cache:6379', 's3cr3tPw9'],
    ['password', 'Server=db;User Id=app;Password=s3cr3t-Pw9;', 's3cr3t-Pw9'],
    ['basic_credentials', `Authorization: Basic ${base64('app:s3cr3tPw9x')}`, base64('app:s3cr3tPw9x')],
    ['command_line_user', 'curl -s -u app:s3cr3tPw9 https://api.internal', 'app:s3cr3tPw9'],
    ['config_password', '<add key="ClearTextPassword" value="correcthorse" />', 'correcthorse'],
    ['http_header_key', `curl -H 'X-Api-Key: ${BODY}'`, BODY],
    ['assigned_secret', `client_secret: "${BODY.slice(0, 24)}"`, BODY.slice(0, 24)],
    ['assigned_secret', `https://a.b/c?api_token=${BODY.slice(0, 24)}&x=1`, BODY.slice(0, 24)],
    ['password', "db_password = 'tr0ub4dor-&3'", 'tr0ub4dor-&3'],
  ])('is found as %s', (kind, text, value) => {
    expect(found(text)).toContain(`${kind}: ${value}`)
  })

  test.each([
    ['a UUID', 'token: 123e4567-e89b-12d3-a456-426614174000'],
    ['a digest', `sha256:${HEX}${HEX}`],
    ['an integrity attribute', `"integrity": "sha512-${base64(BODY + BODY)}"`],
    ['a commit', `commit ${HEX}9d8e7f6a`],
    ['a digest beside a key word', `token_hash = "${HEX}"`],
    ['an ETag', `ETag: "${HEX}"`],
    ['an image', `<img src="data:image/png;base64,${base64(BODY + BODY)}">`],
    ['an environment variable', 'api_key = os.environ["OPENAI_API_KEY_2"]'],
    ['a template', 'api_key: ${{ secrets.API_KEY_V2 }}'],
    ['a placeholder', 'api_key = "<your-api-key-1>"'],
    ['a name', 'secret: my-app-secret-v2-prod'],
    ['a date', 'token expiry: 2031-01-01T00:00:00Z'],
    ['a count', 'max_tokens=4096, tokens_used: 120934'],
    ['dots', `access_token: "${BODY.slice(0, 20)}..."`],
    ['the token of a manual', jwt({ alg: 'HS256', typ: 'JWT' }, { sub: '1234567890', name: 'John Doe' })],
    ['the key of a manual', join('AKIA', 'IOSFODNN7', 'EXAMPLE')],
    ['a public key', `-----BEGIN PUBLIC KEY-----\n${BODY}\n-----END PUBLIC KEY-----`],
    ['the head of a key alone', 'it starts with -----BEGIN RSA PRIVATE KEY----- and then the rest follows'],
    ['a redacted key', '-----BEGIN PRIVATE KEY-----\n[removed]\n-----END PRIVATE KEY-----'],
    ['a variable', 'password = settings.database_password'],
    ['a name in code', 'token = cancellation_1.CancellationToken.none'],
    ['a mark inside a word', `task-${HEX}`],
    ['an address with a port', 'see http://localhost:8080/a@b and mailto:a@b.c'],
    ['a basic value that is no name and password', 'Basic understanding1 of things'],
  ])('%s is left alone', (_what, text) => {
    expect(found(text)).toEqual([])
  })

  test('a marker after an escaped line break is found', () => {
    expect(found(join('"env:\\n', 'gl', 'pat-', BODY.slice(0, 20), '"'))).toHaveLength(1)
    expect(found(join('"env:\\n', 'S', 'K', HEX, '"'))).toHaveLength(1)
  })
})

describe('any text', () => {
  const marked = SECRET_FORMATS.filter(({ names }) => names.length === 0)
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      'api_key = "',
      '" : "',
      'curl -u ',
      '://a:',
      '@',
      'datadog',
      ' = ',
      '-----BEGIN RSA PRIVATE KEY-----',
      '\n',
    ),
    fc.nat(marked.length - 1).map((at) => {
      const [picture] = (marked[at] as (typeof marked)[number]).pictures
      return picture === undefined ? '' : draw(picture, randomFrom(at))
    }),
  )

  test('has ordered, disjoint findings inside the text, identical on every run', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('')
        const findings = findSecrets(text)
        let last = 0
        for (const { start, end, score, kind } of findings) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(score).toBeGreaterThan(0)
          expect(kind).not.toBe('')
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
        expect(findSecrets(text)).toEqual(findings)
      }),
      { numRuns: 300 },
    )
  })

  test('of random words and numbers has no finding', () => {
    // A name such as `pwd` before a value is a finding.
    const word = fc
      .stringMatching(/^[a-z]{1,10}$/)
      .filter((text) => !/pass|pw|key|token|secret|auth|pin|cred/.test(text))
    const number = fc.nat(99_999_999).map(String)
    const separator = fc.constantFrom(' ', ', ', ': ', ' = ', '\n', '-', '/')
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.oneof(word, number), separator), { maxLength: 40 }), (pairs) => {
        expect(findSecrets(pairs.flat().join(''))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
