import { testPairs } from './mutations/pairs.ts'

/** One pair in this number: all pairs take a minute of a processor and run with the slow tests. */
const SHARE = 32

await testPairs(SHARE)
