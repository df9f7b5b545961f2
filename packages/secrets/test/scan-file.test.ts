import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { KINDS, randomFrom } from './corpus/draw.ts'
import { scanFiles, scanOne } from './scan.ts'

const value = (kind: string, seed = 1) => KINDS[kind]?.(randomFrom(seed)) ?? ''

describe('a location', () => {
  test('counts lines and columns from 1, columns in UTF-16 code units', async () => {
    const token = value('gitlab')
    const [found] = await scanOne('a.ts', `// one\nconst k = { "ключ😀": "x", token: '${token}' }\n`)
    const column = 'const k = { "ключ😀": "x", token: \''.length + 1
    expect(found).toMatchObject({ startLine: 2, endLine: 2, startColumn: column, endColumn: column + token.length - 1 })
  })

  test('of a key spans its lines', async () => {
    const pem = value('pem')
    const [found] = await scanOne('id_rsa', `\n\n${pem}\n`)
    expect(found).toMatchObject({
      ruleId: 'secrets/private-key',
      startLine: 3,
      startColumn: 1,
      endLine: 2 + pem.split('\n').length,
    })
    expect(found?.endColumn).toBe('-----END RSA PRIVATE KEY-----'.length)
  })

  test.each([
    ['LE with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['LE without one', (text: string) => Buffer.from(text, 'utf16le')],
    ['BE', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('is the same in UTF-16 %s', async (_label, encode) => {
    const text = `name=app\nüü PASSWORD=${value('pwr')}\n`
    const [found] = await scanOne('app.ini', encode(text))
    expect(found).toMatchObject({ startLine: 2, startColumn: 'üü PASSWORD='.length + 1 })
  })

  test('is right in files of many pieces, on long lines and across the borders of pieces', async () => {
    const tokens = Array.from({ length: 40 }, (_, seed) => value('github', seed + 1))
    // Lines of all lengths: one of them is longer than a chunk.
    const lines = tokens.map(
      (token, at) => `${'é'.repeat(at * 3_391)}${at === 20 ? 'x'.repeat(2_500_000) : ''} "${token}"`,
    )
    const found = await scanOne('big.log', lines.join('\n'))
    expect(found.map(({ startLine }) => startLine)).toEqual(tokens.map((_, at) => at + 1))
    expect(found.map(({ startColumn }) => startColumn)).toEqual(lines.map((line) => line.length - 41 + 1))
  })
})

describe('a finding', () => {
  test('contains type, vendor, severity and remediation, without any part of the value', async () => {
    const token = value('github')
    const [found] = await scanOne('src/a.ts', `const token = "${token}"`)
    expect(found).toMatchObject({
      scanner: 'SECRETS_PATTERN',
      ruleId: 'secrets/github-token',
      severity: 'CRITICAL',
      cweId: 'CWE-798',
      confidence: 0.99,
      snippet: 'const token = "ghp_****"',
      metadata: { vendor: 'GitHub', proven: true, strength: 'strong', occurrences: 1, masked: 'ghp_****' },
    })
    expect(found?.description).toContain('Its checksum is valid')
  })

  test('merges repeated values in a file', async () => {
    const token = value('gitlab')
    const found = await scanOne('a.yaml', `a: ${token}\nb: ${token}\n`)
    expect(found).toHaveLength(1)
    expect(found[0]?.metadata['occurrences']).toBe(2)
  })

  test('has the same fingerprint for the same value, in any file and by any rule', async () => {
    const password = value('pw')
    const { observations } = await scanFiles({
      'a.env': `DB_PASSWORD=${password}`,
      'b/c.json': `{ "x": 1,\n "password": "${password}" }`,
      'd.sh': `export URL=postgres://app:${encodeURI(password).includes('%') ? value('short') : password}@db.kestrel.io/x`,
    })
    const identities = observations.slice(0, 2).map(({ identity }) => identity.join())
    expect(new Set(identities).size).toBe(1)
  })

  test('of a test key of a vendor is of low severity', async () => {
    const [found] = await scanOne('a.env', `STRIPE=${value('stripe').replace('live', 'test')}`)
    expect(found).toMatchObject({ severity: 'LOW', metadata: { mode: 'test' } })
  })

  test('names the account of an AWS key', async () => {
    // Twelve digits that were published with the key they were read from.
    const [found] = await scanOne('a.env', `ID=${['ASIA', 'QNZGKIQY', '56JQ7WML'].join('')}`)
    expect(found?.metadata['account']).toBe('029608264753')
  })

  test('contains the expiry and issuer of a JSON Web Token', async () => {
    const [found] = await scanOne('a.env', `SESSION=${value('jwt')}`)
    expect(found).toMatchObject({
      ruleId: 'secrets/json-web-token',
      metadata: { algorithm: 'HS256', issuer: 'https://id.kestrel.io' },
    })
    expect(found?.metadata['expires']).toMatch(/^2030-/)
  })

  test('of a token that ended is of low severity', async () => {
    const part = (claims: object) => Buffer.from(JSON.stringify(claims)).toString('base64url')
    const ended = `${part({ alg: 'HS256' })}.${part({ sub: 'u1', exp: 1_600_000_000 })}.${value('hex64')}`
    const [found] = await scanOne('a.env', `SESSION=${ended}`)
    expect(found).toMatchObject({ severity: 'LOW', metadata: { expires: '2020-09-13T12:26:40.000Z', expired: true } })
  })

  test('of a service account of Google Cloud names it', async () => {
    const key = value('pem').replaceAll('RSA ', '').replaceAll('\n', '\\n')
    const [found] = await scanOne('sa.json', `{ "type": "service_account", "private_key": "${key}" }`)
    expect(found?.ruleId).toBe('secrets/gcp-service-account-key')
  })
})

describe('no reported text', () => {
  test('contains a value of the corpus', async () => {
    const random = randomFrom(3)
    const kinds = fc.constantFrom(...Object.keys(KINDS))
    const shown = async (one: string, other: string, gap: number) => {
      const values = [KINDS[one]?.(random) ?? '', KINDS[other]?.(random) ?? '']
      const text = `password = "${values[0]}" ${'x'.repeat(gap)} api_token = "${values[1]}"`
      const message = JSON.stringify(await scanOne('a.py', text))
      return values.filter((secret) => isShown(message, secret))
    }
    await fc.assert(
      fc.asyncProperty(kinds, kinds, fc.nat(300), async (one, other, gap) => {
        expect(await shown(one, other, gap)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  /** Whether a secret is exposed: only its first characters may be shown. */
  function isShown(shown: string, secret: string): boolean {
    const isListed = shown.includes('****')
    return (
      isListed &&
      secret.length >= 12 &&
      !/BEGIN (?:PUBLIC|CERT)/.test(secret) &&
      shown.includes(secret.slice(secret.length >> 1).slice(0, 8)) &&
      !OPEN.test(secret)
    )
  }

  // Values that are no secret on their own: base64 digests after a password name are secrets, identifiers are not.
  const OPEN = /^[0-9a-f]{8}-|^\d+$/
})

describe('a comment', () => {
  const token = value('gitlab')

  test.each([
    ['on the line of the finding', `a: ${token} # gatehouse:allow reason="a token of a closed project"`],
    ['on the line before', `# gatehouse:allow gitlab-token reason="closed"\na: ${token}`],
    ['with a day to come', `a: ${token} # gatehouse:allow secrets/gitlab-token reason='closed' until=2027-01-31`],
    ['on that day', `a: ${token} # gatehouse:allow reason="closed" until=2026-11-21`],
  ])('allows it %s, and the finding is suppressed', async (_label, text) => {
    const { observations, gaps } = await scanFiles({ 'a.yaml': text })
    expect(observations).toEqual([
      expect.objectContaining({ suppression: { marker: 'gatehouse:allow', reason: expect.any(String) } }),
    ])
    expect(gaps).toEqual([])
  })

  test.each([
    ['without a reason', '# gatehouse:allow', 'without a reason'],
    ['that expired', '# gatehouse:allow reason="closed" until=2026-11-20', 'expired on 2026-11-20'],
    ['with a day that is none', '# gatehouse:allow reason="closed" until=tomorrow', 'cannot be read'],
  ])('%s has no effect, and the finding contains the reason', async (_label, comment, text) => {
    const [found] = await scanOne('a.yaml', `a: ${token} ${comment}`)
    expect(found?.description).toContain(text)
    expect(found?.metadata['allowance']).toBeDefined()
  })

  test('for another rule or another line suppresses nothing', async () => {
    expect(await scanOne('a.yaml', `a: ${token} # gatehouse:allow slack-bot-token reason="x"`)).toHaveLength(1)
    expect(await scanOne('a.yaml', `b: 1 # gatehouse:allow reason="x"\na: ${token}`)).toHaveLength(1)
    expect(await scanOne('a.yaml', `# gatehouse:allow reason="x"\n\na: ${token}`)).toHaveLength(1)
  })
})

describe('an encoded secret', () => {
  const env = `USER=app\nSTRIPE_KEY=${value('stripe')}\n`
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  test.each([
    ['base64', base64(env), ['base64']],
    ['base64 within base64', base64(`data: ${base64(env)}`), ['base64', 'base64']],
    ['hexadecimal digits', Buffer.from(env).toString('hex'), ['hex']],
  ])('in %s is found at its encoded location', async (_label, encoded, encodings) => {
    const [found] = await scanOne('a.yaml', `x: 1\nfile: ${encoded}\n`)
    expect(found).toMatchObject({ ruleId: 'secrets/stripe-key', startLine: 2, startColumn: 7, metadata: { encodings } })
    expect(found?.snippet).toBe('file: ****')
  })

  test('in percent-encoding is found at its encoded location', async () => {
    const [found] = await scanOne('a.log', `POST /x?q=${encodeURIComponent(`{"password":"${value('pwr')}"}`)}`)
    expect(found).toMatchObject({ ruleId: 'secrets/password', metadata: { encodings: ['percent'] } })
    expect(found?.snippet).toBe('POST ****')
  })

  test('in base64 nested above the limit is ignored at no extra cost', async () => {
    const deep = Array.from({ length: 6 }).reduce((text: string) => base64(`x: ${text}`), env)
    expect(await scanOne('a.yaml', deep)).toEqual([])
  })
})

test('narrow and wide strings of binary files are searched, and names alone are not enough', async () => {
  const noise = Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 7_919) & 0xff))
  const narrow = Buffer.from(` ${value('slack')} password=${value('pw')} `)
  const wide = Buffer.from(` ${value('github')} `, 'utf16le')
  const found = await scanOne('app.exe', Buffer.concat([noise, narrow, noise, wide, noise]))
  expect(found.map(({ ruleId }) => ruleId)).toEqual(['secrets/slack-bot-token', 'secrets/github-token'])
})

test('a file with secrets above the limit is reported', async () => {
  const text = Array.from({ length: 600 }, (_, seed) => `token: ${value('gitlab', seed + 1)}`).join('\n')
  const { observations, gaps } = await scanFiles({ 'dump.yaml': text })
  expect(observations).toHaveLength(500)
  expect(gaps).toEqual([expect.objectContaining({ reason: 'too_large' })])
})
