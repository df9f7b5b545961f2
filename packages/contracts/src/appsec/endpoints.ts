import { defineEndpoints } from '../endpoint.ts'
import { sessionEndpoints } from './session.ts'

/** The application-security service, row by row. Document 2 §4 with decisions §2. */
export const appsecEndpoints = defineEndpoints({
  ...sessionEndpoints,
})
