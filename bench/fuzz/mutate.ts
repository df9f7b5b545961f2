/** Small random number generator: the same seed produces the same numbers on every machine. */
export interface Random {
  /** From 0 up to but without `limit`. */
  readonly below: (limit: number) => number
}

/** Mulberry32. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  return {
    below(limit) {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
    },
  }
}

/** Most bytes of a mutant: enough to nest and to repeat, small enough for thousands in a minute. */
const MUTANT_BYTES_MAX = 256 * 1024

const BOUNDARIES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff]

/** Tokens with a meaning in some format. */
const TOKENS = [
  '{', '}', '[', ']', '"', "'", '\\', '<', '>', '</', '<!--', '<![CDATA[', '&#x0;', '&amp;', '<!DOCTYPE a [<!ENTITY b "c">]>',
  '\0', '\n', '\r\n', '\n\n', '\t', ':', ',', '- ', '---\n', '...', '&a', '*a', '|', '>-', '%', '#', '=', '==', '@', '^', '~',
  'null', 'true', 'NaN', '1e999', '-0', '9'.repeat(40), '__proto__', 'constructor', '../', '/etc/passwd', 'PK\u0001\u0002',
  'PK\u0003\u0004', 'PK\u0005\u0006', 'stream\n', 'endstream', 'endobj', '1 0 obj', '<<', '>>', '/Length 1', 'xref', 'trailer',
  '\ufeff', '\u202e', '\ud800', '--outer', 'Content-Type: ', 'base64', 'quoted-printable', 'ustar', '\u001f\u008b\u0008',
] // prettier-ignore

type Operator = (bytes: Buffer, random: Random, other: Buffer) => Buffer

const OPERATORS: readonly Operator[] = [
  function flipBit(bytes, random) {
    return changed(bytes, (copy) => {
      const at = random.below(copy.length)
      copy[at] = copy[at]! ^ (1 << random.below(8))
    })
  },
  function setByte(bytes, random) {
    return changed(bytes, (copy) => {
      copy[random.below(copy.length)] = random.below(256)
    })
  },
  function setNumber(bytes, random) {
    if (bytes.length < 4) return bytes
    return changed(bytes, (copy) => {
      const value = BOUNDARIES[random.below(BOUNDARIES.length)]!
      const at = random.below(copy.length - 3)
      if (random.below(2) === 0) copy.writeUInt32LE(value, at)
      else copy.writeUInt16LE(value & 0xffff, at)
    })
  },
  function cut(bytes, random) {
    return bytes.subarray(0, random.below(bytes.length + 1))
  },
  function remove(bytes, random) {
    const [from, to] = range(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  function repeat(bytes, random) {
    const [from, to] = range(bytes, random)
    const times = 1 + random.below(random.below(8) === 0 ? 2_000 : 4)
    const piece = bytes.subarray(from, to)
    return Buffer.concat([bytes.subarray(0, to), ...Array.from({ length: times }, () => piece), bytes.subarray(to)])
  },
  function insertToken(bytes, random) {
    const token = Buffer.from(TOKENS[random.below(TOKENS.length)]!, 'latin1')
    const times = random.below(10) === 0 ? 1 + random.below(5_000) : 1
    const at = random.below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: times }, () => token), bytes.subarray(at)])
  },
  function insertNoise(bytes, random) {
    const noise = Buffer.from(Array.from({ length: 1 + random.below(64) }, () => random.below(256)))
    const at = random.below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)])
  },
  function splice(bytes, random, other) {
    const [from, to] = range(other, random)
    const at = random.below(bytes.length + 1)
    return Buffer.concat([bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at)])
  },
]

function changed(bytes: Buffer, change: (copy: Buffer) => void): Buffer {
  if (bytes.length === 0) return bytes
  const copy = Buffer.from(bytes)
  change(copy)
  return copy
}

/** Mostly short, as fields are. */
function range(bytes: Buffer, random: Random): readonly [from: number, to: number] {
  const from = random.below(bytes.length + 1)
  const longest = random.below(4) === 0 ? bytes.length : 32
  return [from, Math.min(bytes.length, from + 1 + random.below(longest + 1))]
}

/** Returns a damaged copy of a sample, with one to six changes. */
export function mutate(samples: readonly Buffer[], random: Random): Buffer {
  let bytes = samples[random.below(samples.length)] ?? Buffer.alloc(0)
  const changes = 1 + random.below(6)
  for (let change = 0; change < changes; change += 1) {
    const other = samples[random.below(samples.length)] ?? bytes
    bytes = OPERATORS[random.below(OPERATORS.length)]!(bytes, random, other).subarray(0, MUTANT_BYTES_MAX)
  }
  return bytes
}
