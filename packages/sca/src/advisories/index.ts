export { type AdvisoryDatabase, openAdvisories, type OpenAdvisoriesOptions, type PackageVersion } from './database.ts'
export { type ExploitPrediction, type KnownExploited, readEpss, readKev } from './exploitation.ts'
export { importAdvisories, type ImportOptions, type ImportReport } from './import.ts'
export type { AdvisoryMatch, Exploitation } from './match.ts'
export { importFromSources, type SourceImportOptions, type ImportResult } from './bring/bring.ts'
export { checkAdvisoryAddress } from './bring/address.ts'
export { mirrorSources, OSV_EXPORT } from './bring/mirror-sources.ts'
export { type ImportProgress, percentOf, progressText } from './bring/progress.ts'
export { addressOf, megabytes, type Obtained } from './bring/obtain.ts'
export {
  isAddress,
  type NamedSource,
  readSources,
  shownSource,
  type SourceKind,
  type SourceState,
} from './bring/sources-file.ts'
export { createOsvServices, type OpenService, OSV_API, osvServiceFolder, type OsvServices } from './online/services.ts'
export { npmRangeOf, npmVersionOf } from './npm-range.ts'
export { removeAdvisories, type RemoveOptions } from './remove.ts'
export { currentSnapshot } from './snapshot/folder.ts'
export type { SnapshotManifest } from './snapshot/manifest.ts'
export { openRecords } from './sources/open.ts'
export { type RecordSource, type RecordText, SOURCE_BYTES_MAX } from './sources/source.ts'
