// A process that a test kills while it delivers.   node --conditions=gatehouse victim.ts <setting as JSON> <events>
import { queueAndWait, type Setting } from './fixture.ts'

await queueAndWait(JSON.parse(process.argv[2]!) as Setting, Number(process.argv[3]))
