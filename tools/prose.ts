// npm run check → prose: sentences and terms of the documentation.   node --conditions=gatehouse tools/prose.ts [folder]
import { finish } from './lib/problem.ts'
import { checkProse } from './prose/check.ts'

finish(checkProse(process.argv[2] ?? process.cwd()))
