-- A process that looks packages up again holds them by a lease, as workers hold scans: what it asks may take minutes, and no
-- transaction may be open so long.
ALTER TABLE scan_inventories
  ADD COLUMN matching_by uuid,
  ADD COLUMN matching_until timestamptz;
