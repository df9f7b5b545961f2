/**
 * Computes Keccak-256 as Ethereum uses it: the competition's padding byte 0x01, where SHA3-256 has 0x06. Node's crypto offers only the
 * latter. Lanes are BigInts: addresses are rare, and clarity is worth more than speed here.
 */
export function keccak256Hex(ascii: string): string {
  const block = new Uint8Array(RATE_BYTES)
  if (ascii.length >= RATE_BYTES) throw new RangeError(`keccak256Hex takes less than ${RATE_BYTES} characters`)
  for (let at = 0; at < ascii.length; at++) block[at] = ascii.charCodeAt(at)
  block[ascii.length] = 0x01
  block[RATE_BYTES - 1] = (block[RATE_BYTES - 1] as number) | 0x80
  const state = new BigUint64Array(25)
  new Uint8Array(state.buffer).set(block)
  permute(state)
  return [...new Uint8Array(state.buffer).subarray(0, 32)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** 1600 bits of state less twice the 256 bits of output. */
const RATE_BYTES = 136
const ROUNDS = 24

function permute(state: BigUint64Array): void {
  let register = 1
  for (let round = 0; round < ROUNDS; round++) {
    theta(state)
    rhoPi(state)
    chi(state)
    // Iota: the round constants come from a linear feedback register.
    for (let bit = 0; bit < 7; bit++) {
      if (register & 1) state[0] = (state[0] as bigint) ^ (1n << BigInt((1 << bit) - 1))
      register = (register << 1) ^ ((register >> 7) * 0x171)
    }
  }
}

function theta(state: BigUint64Array): void {
  const parity = new BigUint64Array(5)
  for (let lane = 0; lane < 25; lane++) parity[lane % 5] = (parity[lane % 5] as bigint) ^ (state[lane] as bigint)
  for (let lane = 0; lane < 25; lane++) {
    const left = parity[(lane + 4) % 5] as bigint
    const right = rotate(parity[(lane + 1) % 5] as bigint, 1)
    state[lane] = (state[lane] as bigint) ^ left ^ right
  }
}

function rhoPi(state: BigUint64Array): void {
  let x = 1
  let y = 0
  let current = state[1] as bigint
  for (let step = 0; step < 24; step++) {
    const next = (2 * x + 3 * y) % 5
    x = y
    y = next
    const lane = x + 5 * y
    const stored = state[lane] as bigint
    state[lane] = rotate(current, (((step + 1) * (step + 2)) / 2) % 64)
    current = stored
  }
}

function chi(state: BigUint64Array): void {
  for (let row = 0; row < 25; row += 5) {
    const lanes = state.slice(row, row + 5)
    for (let x = 0; x < 5; x++) {
      state[row + x] = (lanes[x] as bigint) ^ (~(lanes[(x + 1) % 5] as bigint) & (lanes[(x + 2) % 5] as bigint))
    }
  }
}

function rotate(lane: bigint, bits: number): bigint {
  return BigInt.asUintN(64, (lane << BigInt(bits)) | (lane >> BigInt(64 - bits)))
}
