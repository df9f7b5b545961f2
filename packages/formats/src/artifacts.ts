// Exports for the documents of a scan: SBOM, SARIF, VEX, lists of findings, signatures.
export {
  type Bom,
  type BomCompleteness,
  type Component,
  type ComponentScope,
  type HashAlgorithm,
  ROOT,
} from './sbom/bom.ts'
export { cycloneDx } from './sbom/cyclonedx.ts'
export { spdx } from './sbom/spdx.ts'
export { sarifChunks } from './sarif/sarif-pieces.ts'
export { sarif, type SarifResult, type SarifRule, type SarifRun, type SarifSeverity } from './sarif/sarif.ts'
export { cycloneDxVex } from './vex/cyclonedx-vex.ts'
export { openVex } from './vex/openvex.ts'
export { VEX_JUSTIFICATIONS, type VexDocument, type VexJustification, type VexStatement } from './vex/statement.ts'
export type { ReportedFinding } from './findings/finding.ts'
export { FINDING_COLUMNS, findingsCsv } from './findings/findings-csv.ts'
export { findingsHtml, HTML_FINDINGS_MAX } from './findings/findings-html.ts'
export {
  makeSigningKey,
  signArtifacts,
  type SignatureBundle,
  type SignedArtifact,
  startSigning,
  verifyArtifact,
} from './signature/signature.ts'
