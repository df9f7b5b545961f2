-- What people say of findings after a scan goes into its VEX documents, which are then made anew in a higher version.

-- How often something was said of packages of the scan since it was made.
ALTER TABLE scans ADD COLUMN triage_version integer NOT NULL DEFAULT 0;

ALTER TABLE scan_artifacts
  -- Of the document: 1, then one more whenever it is made anew.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- Up to which triage_version of the scan it tells.
  ADD COLUMN triage_version integer NOT NULL DEFAULT 0,
  -- It is packed already; as it is, a part of it can be read without the rest.
  ALTER COLUMN content SET STORAGE EXTERNAL;
