-- What the upload and the results of a scan take on disk, in bytes, so that the room of an organization is counted by one query.
ALTER TABLE scans
  ADD COLUMN source_bytes bigint NOT NULL DEFAULT 0,
  ADD COLUMN result_bytes bigint NOT NULL DEFAULT 0;
