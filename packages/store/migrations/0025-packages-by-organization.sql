-- New advisories are those of one organization after the other: its packages are found without looking at those of all.
CREATE INDEX scan_inventories_by_organization ON scan_inventories (organization_id);
