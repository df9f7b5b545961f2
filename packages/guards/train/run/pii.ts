/**
 * Trains the tagger of names, places, organizations and addresses: `npm run train:pii -- --data <folder>`. Writes models/pii-tagger.bin
 * and its card; the same data produce the same bytes.
 */
import { writeFileSync } from 'node:fs'
import { encodeTagger } from '../../src/detectors/pii/tagger/model.ts'
import { dataFolder } from '../data-folder.ts'
import { piiCard } from '../pii-card.ts'
import { readPiiData, trainOn } from '../pii-data.ts'

const data = readPiiData(dataFolder())
const bytes = encodeTagger(trainOn(data, () => true))
writeFileSync(new URL('../../models/pii-tagger.bin', import.meta.url), bytes)
const card = piiCard(data, bytes.length)
writeFileSync(new URL('../../../../docs/models/pii.md', import.meta.url), card)
process.stdout.write(`${card}\n`)
