// npm run check → boundaries: allowed imports between modules. node --conditions=gatehouse tools/boundaries.ts [folder]
import { checkBoundaries } from './boundaries/check.ts'
import { finish } from './lib/problem.ts'

finish(checkBoundaries(process.argv[2] ?? process.cwd()))
