// Builds the page now, for images and CI:   node --conditions=gatehouse apps/console/build/main.ts
import { openPage } from './page.ts'

const state = await openPage().settled
if ('folder' in state) process.stdout.write(`${state.folder}\n`)
else {
  process.stderr.write(`${'failed' in state ? state.failed : 'still building'}\n`)
  process.exitCode = 1
}
