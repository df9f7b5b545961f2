/** What screening a stream costs in process. Run with `node --conditions=gatehouse bench/stream.ts`. */
import { printStreams } from './guard/stream.ts'

await printStreams()
