import { describe, expect, test } from 'vitest'
import { findSecrets } from '../../src/find/find-secrets.ts'
import { natureOf } from '../../src/find/nature.ts'
import { KINDS, randomFrom } from '../corpus/draw.ts'

const value = (kind: string) => KINDS[kind]?.(randomFrom(5)) ?? ''
const idsIn = (path: string, text: string) => findSecrets(text, natureOf(path)).candidates.map(({ rule }) => rule.id)

describe('a value of a vendor without a mark of its own', () => {
  test.each([
    ['behind the name of the vendor and of a key', `ALGOLIA_API_KEY=${value('hex32')}`],
    ['behind the name of the vendor alone', `ALGOLIA=${value('hex32')}`],
    ['on a line below the vendor', `algolia:\n  api_key: ${value('hex32')}`],
  ])('is found %s', (_label, text) => {
    expect(idsIn('a.yaml', text)).toEqual(['secrets/algolia-key'])
  })

  test.each([
    ['an id', `ALGOLIA_APP_ID=${value('hex32')}`],
    ['a digest', `algolia_hash: ${value('hex32')}`],
    ['of another length', `ALGOLIA=${value('hex40')}`],
    ['in a test', `ALGOLIA=${value('hex32')}`],
  ])('is not reported if it is %s', (label, text) => {
    expect(idsIn(label === 'in a test' ? 'test/a.yaml' : 'a.yaml', text)).toEqual([])
  })
})

describe('a name of a secret', () => {
  const secret = value('pwr')

  test.each([
    'PASSWORD=§',
    'db_password: "§"',
    'const dbPassword = `§`',
    'props.setProperty("db.password", "§")',
    '<password>§</password>',
    '<add key="ClearTextPassword" value="§" />',
    '{"name": "DB_PASSWORD", "value": "§"}',
    'variable "db_password" {\n  default = "§"\n}',
    "ALTER USER app IDENTIFIED BY '§'",
    'public string Password { get; set; } = "§";',
    'password: str = "§"',
    "x = os.environ.get('PASSWORD', '§')",
    '"{\\"password\\": \\"§\\"}"',
    'Server=db;Uid=app;Password=§;Encrypt=true',
  ])('leads to its value in %s', (form) => {
    const path =
      form.startsWith('PASSWORD') || form.startsWith('db_') || form.startsWith('ALTER') || form.startsWith('Server')
        ? 'a.conf'
        : form.startsWith('<')
          ? 'a.xml'
          : 'a.tf'
    expect(idsIn(path, form.replace('§', secret))).toHaveLength(1)
  })

  test.each([
    'passwordField = "§"',
    'token_url = "§"',
    'password_hash = "§"',
    'publicKey = "§"',
    'csrf_token = "§"',
    'secretName: "§"',
    'tokenCount = "§"',
    'nextPageToken = "§"',
  ])('that is about something else leads nowhere: %s', (form) => {
    expect(idsIn('a.py', form.replace('§', secret))).toEqual([])
  })

  test.each([
    'password',
    'secret123',
    '${PASSWORD}',
    '{{ password }}',
    '<password>',
    '%(password)s',
    'changeme',
    '************',
    'your-password',
    'process.env.PASSWORD',
    'getPassword()',
    'ENC(aGVsbG8gd29ybGQ=)',
    'vault:secret/db#password',
    '/run/secrets/db',
    'https://id.kestrel.io/token',
    '2026-11-21',
    'null',
  ])('does not make %s a secret', (filler) => {
    expect(idsIn('a.py', `password = "${filler}"`)).toEqual([])
    expect(idsIn('a.py', `api_key = "${filler}"`)).toEqual([])
  })
})
