// npm run check → boundaries: who imports whom.   node --conditions=gatehouse tools/boundaries.ts [folder]
import { checkBoundaries } from './boundaries/check.ts'
import { finish } from './lib/problem.ts'

finish(checkBoundaries(process.argv[2] ?? process.cwd()))
