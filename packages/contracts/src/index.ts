export {
  type BodyOf,
  defineEndpoints,
  del,
  type Endpoint,
  type EndpointAuth,
  type EndpointLine,
  type EndpointTable,
  type FormOptions,
  get,
  type Handler,
  type Handlers,
  listEndpoints,
  post,
  type ProblemShape,
  type RawAnswer,
  type SavedFile,
} from './endpoint.ts'
export { DependencyState, platformEndpoints } from './platform.ts'
export { AppsecValidationProblem, GuardValidationProblem, Problem } from './problem.ts'
