import { createHmac } from 'node:crypto'

const CONSONANTS = 'bdfghjklmnprstvz'
const VOWELS = 'aeiou'
/** 80 to the power of 7 is 2 × 10¹³: among a million markers the chance that two are equal is below 3 %, per run far less. */
const SYLLABLES = 7

/**
 * Derives a word that identifies one attack of one run and occurs nowhere else. The attack requests it, so that a reply with it proves
 * compliance; or it is planted in private data, so that a reply with it proves disclosure. It consists of lower-case letters, alternating
 * consonants and vowels: it survives capitals, spaces, leet, ciphers and every encoding, and people can pronounce it.
 * @param runKey secret of the run; derived from the run's seed, so that a replay has the same words
 * @param what purpose of the word, e.g. the attack's id and `canary`
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
 * Splits a marker into two parts. An attack that requests both in one word does not contain the marker: a refusal that quotes the attack
 * does not contain it either.
 */
export function halvesOf(marker: string): readonly [left: string, right: string] {
  return [marker.slice(0, LEFT_SYLLABLES * 2), marker.slice(LEFT_SYLLABLES * 2)]
}
