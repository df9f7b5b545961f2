export { openStore, type Store } from './connect.ts'
export { type EmbeddedServer, startEmbedded, stopEmbedded } from './embedded/start.ts'
export { migrate, pendingMigrations, readMigrations } from './migrate.ts'
export { coalesced } from './coalesce.ts'
export { runningEmbedded } from './embedded/running.ts'
export {
  deploymentSecretHash,
  keepDeploymentCiphertext,
  keepDeploymentSecretHash,
  readDeploymentCiphertext,
  replaceDeploymentCiphertext,
} from './tables/deployment-secrets.ts'
export {
  changeDeploymentDocument,
  type DeploymentDocument,
  deploymentDocumentVersion,
  readDeploymentDocument,
} from './tables/deployment-documents.ts'
export type { LeaseState, WorkerLease } from './tables/lease.ts'
