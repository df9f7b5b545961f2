import { access } from './statements/guard/access.ts'
import { endpoints } from './statements/guard/endpoints.ts'
import { names } from './statements/guard/names.ts'
import { resources } from './statements/guard/resources.ts'
import { rules } from './statements/guard/rules.ts'
import { verdicts } from './statements/guard/verdicts.ts'
import { statementsOf } from './statement.ts'

/** Every statement of the specification, in the order of the documents. */
export const statements = statementsOf([...verdicts, ...names, ...resources, ...endpoints, ...rules, ...access])

/** The id of a statement; an unknown one does not compile. */
export type StatementId = (typeof statements)[number]['id']
