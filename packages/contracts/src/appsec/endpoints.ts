import { defineEndpoints } from '../endpoint.ts'
import { memberKeyEndpoints } from './api-keys.ts'
import { sessionEndpoints } from './session.ts'
import { userEndpoints } from './users.ts'

/** The application-security service, row by row. Document 2 §4 with decisions §2. */
export const appsecEndpoints = defineEndpoints({
  ...sessionEndpoints,
  ...memberKeyEndpoints,
  ...userEndpoints,
})
