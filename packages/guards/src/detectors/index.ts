export { findPersonalData, type PersonalData } from './pii/find-personal-data.ts'
export { findSecrets, type SecretFinding } from './secrets/find.ts'
