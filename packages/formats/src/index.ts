export { SECRET_FORMATS } from './credentials/all.ts'
export { endsInCrc, isJwt } from './credentials/checks.ts'
export { entropy } from './credentials/entropy.ts'
export type { SecretFormat } from './credentials/format.ts'
export { isPlaceholder, isRandom, isReference, isUuid, isWording } from './credentials/judge.ts'
export { type Part, type Picture, PICTURE_ALPHABETS } from './credentials/picture.ts'
export { type CsvCell, csvLine } from './csv/csv.ts'
export { decodeText } from './documents/decode.ts'
export { extract } from './extract-lazily.ts'
export {
  DOCUMENT_KINDS,
  type DocumentKind,
  type Extraction,
  type HiddenText,
  type Problem,
  PROBLEM_CODES,
  type ProblemCode,
} from './documents/extraction.ts'
export { sniff } from './documents/sniff.ts'
export type { SniffedType } from './documents/types.ts'
export { type JunitCase, junitXml } from './junit/junit.ts'
export { buildPurl, normalisePurl, parsePurl, type Purl, PURL_UNITS_MAX, type PurlParts } from './purl/purl.ts'
export { encodeSse } from './sse/encode.ts'
export { SSE_EVENT_CHARS_MAX, type SseEvent, SseParser, type SseParserOptions } from './sse/parser.ts'
export { createExtractor, type Extractor, type ExtractorOptions } from './pool/extractor.ts'
export {
  type Bom,
  type BomCompleteness,
  type Component,
  COMPONENT_SCOPES,
  type ComponentScope,
  HASH_ALGORITHMS,
  type HashAlgorithm,
  ROOT,
} from './sbom/bom.ts'
export { cycloneDx, CYCLONEDX_MEDIA_TYPE } from './sbom/cyclonedx.ts'
export { spdx, SPDX_MEDIA_TYPE } from './sbom/spdx.ts'
export { sarifChunks, type SarifStream } from './sarif/sarif-pieces.ts'
export {
  sarif,
  SARIF_MEDIA_TYPE,
  SARIF_SEVERITIES,
  type SarifLocation,
  type SarifResult,
  type SarifRule,
  type SarifRun,
  type SarifSeverity,
} from './sarif/sarif.ts'
export { cycloneDxVex } from './vex/cyclonedx-vex.ts'
export { openVex, OPENVEX_MEDIA_TYPE } from './vex/openvex.ts'
export {
  VEX_JUSTIFICATIONS,
  VEX_STATUSES,
  type VexDocument,
  type VexJustification,
  type VexStatement,
  type VexStatus,
} from './vex/statement.ts'
export type { ReportedFinding } from './findings/finding.ts'
export { FINDING_COLUMNS, findingsCsv } from './findings/findings-csv.ts'
export { htmlText, PAGE_END, type PageHead, pageStart } from './html/page.ts'
export { findingsHtml, type FindingsPage, HTML_FINDINGS_MAX } from './findings/findings-html.ts'
export {
  makeSigningKey,
  type Signable,
  signArtifacts,
  type SignatureBundle,
  type SignedArtifact,
  startSigning,
  verifyArtifact,
} from './signature/signature.ts'
