import { withGoImport, withPythonImport } from '../secrets/imports.ts'
import { near, type Rewrite } from './near.ts'
import { callAt, codeOf } from './scan.ts'

const DIGESTS = 'Stored digests no longer match. Check where the digest is stored or compared.'
const HASH: Pick<Rewrite, 'title' | 'rules' | 'check'> = {
  title: 'Use SHA-256 instead of MD5 or SHA-1.',
  rules: /^weak-hash/,
  check: DIGESTS,
}

const RANDOM: Pick<Rewrite, 'title' | 'rules'> = {
  title: 'Use a cryptographically secure random number generator.',
  rules: /^weak-random/,
}

/** Rewrites of hashes, random numbers and ciphers. */
export const CRYPTOGRAPHY: readonly Rewrite[] = [
  { ...HASH, languages: ['python'], apply: near(/\bhashlib\.(?:md5|sha1)\(/, 'hashlib.sha256(') },
  { ...HASH, languages: ['javascript'], apply: near(/(\bcreateHash\(\s*)(["'`])(?:md5|sha1)\2/i, '$1$2sha256$2') },
  { ...HASH, languages: ['java'], apply: near(/(\bMessageDigest\.getInstance\(\s*)"(?:MD5|SHA-?1)"/i, '$1"SHA-256"') },
  { ...HASH, languages: ['csharp'], apply: near(/\b(?:MD5|SHA1)\.(Create|HashData)\(/, 'SHA256.$1(') },
  { ...HASH, languages: ['ruby'], apply: near(/\bDigest::(?:MD5|SHA1)\b/, 'Digest::SHA256') },
  { ...HASH, languages: ['php'], apply: near(/\b(?:md5|sha1)\(/, "hash('sha256', ") },
  {
    ...HASH,
    languages: ['go'],
    apply: near(/\b(?:md5|sha1)\.(Sum|New)\(/, 'sha256.$1(', (text) => {
      const named = text.replaceAll('sha256.Sum(', 'sha256.Sum256(')
      const imported = withGoImport(named, 0, 'crypto/sha256')
      return imported?.replace(/^[ \t]*"crypto\/(md5|sha1)"\r?\n/gm, (line, name: string) =>
        new RegExp(`\\b${name}\\.`).test(imported) ? line : '',
      )
    }),
  },
  {
    title: 'Hash the password with password_hash.',
    rules: /^weak-password-hash/,
    languages: ['php'],
    check:
      'Stored hashes no longer match, and the comparison has to use password_verify. Migrate the passwords at the next sign-in.',
    apply: ({ text, start }) => {
      const found = /^\s*(?:\$\w+\s*=\s*)?(?:md5|sha1)\(/.exec(text.slice(start))
      const call = found === null ? undefined : callAt(text, start + found[0].length - 1)
      const [value] = call?.args ?? []
      if (found === null || call === undefined || value === undefined || call.args.length !== 1) return undefined
      const at = start + found[0].search(/(?:md5|sha1)\(/)
      return `${text.slice(0, at)}password_hash(${codeOf(text, value)}, PASSWORD_DEFAULT)${text.slice(call.close + 1)}`
    },
  },
  {
    ...RANDOM,
    languages: ['python'],
    apply: (code) => {
      const withImport = (text: string): string => withPythonImport(text, 0, 'secrets')
      return (
        near(/\brandom\.choice\(/, 'secrets.choice(', withImport)(code) ??
        near(
          /\brandom\.(?=(?:choices|randint|randrange|random|sample|getrandbits|uniform)\()/,
          'secrets.SystemRandom().',
          withImport,
        )(code)
      )
    },
  },
  {
    ...RANDOM,
    languages: ['javascript'],
    check: 'The value is longer and contains hyphens. Check the fields that store it.',
    apply: near(
      /\bMath\.random\(\)\.toString\(\d+\)(?:\.(?:slice|substr|substring)\([\d, ]*\))?/,
      'crypto.randomUUID()',
    ),
  },
  {
    ...RANDOM,
    languages: ['java'],
    apply: near(/\bnew (?:java\.util\.)?Random\(\)/, 'new java.security.SecureRandom()'),
  },
  {
    ...RANDOM,
    languages: ['csharp'],
    apply: near(
      /\bnew (?:System\.)?Random\(\)\.Next\((?=(\)?))/,
      'System.Security.Cryptography.RandomNumberGenerator.GetInt32(',
      (text) => text.replace('RandomNumberGenerator.GetInt32()', 'RandomNumberGenerator.GetInt32(int.MaxValue)'),
    ),
  },
  {
    ...RANDOM,
    languages: ['php'],
    apply: (code) =>
      near(
        /\b(?:md5|sha1|uniqid)\(\s*(?:(?:mt_)?rand|uniqid|time|microtime)\([^()]*\)\s*\)/,
        'bin2hex(random_bytes(16))',
      )(code) ?? near(/\b(?:mt_)?rand\((?=[^()]+,)/, 'random_int(')(code),
  },
  {
    title: 'Use AES in GCM mode.',
    rules: /^weak-cipher/,
    languages: ['java'],
    check:
      'The cipher needs an AES key and a unique nonce for each message, and cannot read existing data. Migrate the data and the key.',
    apply: near(/(\bCipher\.getInstance\(\s*)"[^"\n]+"/, '$1"AES/GCM/NoPadding"'),
  },
]
