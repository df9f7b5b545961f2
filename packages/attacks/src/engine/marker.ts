import { createHmac } from 'node:crypto'

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aeiou'
/** 80 to the power of 7 is 2 × 10¹³: among a million markers the chance that two are equal is below 3 %, per run far less. */
const SYLLABLES = 7

/**
 * A word that stands for one attack of one run and occurs nowhere else: an attack asks for it, so whoever says it has obeyed,
 * or it is planted where nobody may read it, so whoever knows it has read there. Small letters alone, by turns consonant and
 * vowel: it survives capitals, spaces, leet, ciphers and every encoding, and people can read it aloud.
 * @param runKey  secret of the run; it derives from the run's seed, so that a replay has the same words
 * @param what  whom it stands for, e.g. the attack's id and `canary`
 */
export function markerOf(runKey: string, what: string): string {
  const bytes = createHmac('sha256', runKey).update(what).digest()
  let word = ''
  for (let at = 0; at < SYLLABLES; at += 1) {
    const pair = bytes.readUInt16LE(at * 2)
    word += CONSONANTS[pair % CONSONANTS.length]! + VOWELS[Math.floor(pair / CONSONANTS.length) % VOWELS.length]!
  }
  return word
}

const LEFT_SYLLABLES = 4

/**
 * A marker in two parts. An attack that asks for both in one word holds the marker nowhere itself: whoever quotes it while
 * refusing does not say it.
 */
export function halvesOf(marker: string): readonly [left: string, right: string] {
  return [marker.slice(0, LEFT_SYLLABLES * 2), marker.slice(LEFT_SYLLABLES * 2)]
}
